"""An encoder of the size and the operators of BERT-base that torch.jit.script takes."""

from __future__ import annotations

import torch
from torch import nn


class Attention(nn.Module):
    """Self-attention with a mask of padding."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.query = nn.Linear(width, width)
        self.key = nn.Linear(width, width)
        self.value = nn.Linear(width, width)
        self.output = nn.Linear(width, width)

    def split(self, x: torch.Tensor) -> torch.Tensor:
        """From features to features by heads."""
        return x.view(x.size(0), x.size(1), self.heads, x.size(2) // self.heads).transpose(1, 2)

    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """The attention of each token."""
        found = nn.functional.scaled_dot_product_attention(
            self.split(self.query(x)), self.split(self.key(x)), self.split(self.value(x)), mask
        )
        joined = found.transpose(1, 2).reshape(x.size(0), x.size(1), x.size(2))
        return self.output(joined)  # type: ignore[no-any-return]


class Layer(nn.Module):
    """Attention and two linear layers."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.attention = Attention(width, heads)
        self.first_norm = nn.LayerNorm(width)
        self.up = nn.Linear(width, 4 * width)
        self.down = nn.Linear(4 * width, width)
        self.second_norm = nn.LayerNorm(width)
        self.dropout = nn.Dropout(0.1)

    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """One layer."""
        x = self.first_norm(x + self.dropout(self.attention(x, mask)))
        inner = self.down(nn.functional.gelu(self.up(x)))
        return self.second_norm(x + self.dropout(inner))  # type: ignore[no-any-return]


class Encoder(nn.Module):
    """Embeddings, layers and the pooled first token."""

    def __init__(self, layers: int = 12, width: int = 768, heads: int = 12) -> None:
        super().__init__()
        self.words = nn.Embedding(30522, width, padding_idx=0)
        self.positions = nn.Embedding(512, width)
        self.norm = nn.LayerNorm(width)
        self.layers = nn.ModuleList([Layer(width, heads) for _ in range(layers)])
        self.pooler = nn.Linear(width, width)

    def forward(
        self, tokens: torch.Tensor, padding: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """The last hidden state and what is made of its first token."""
        if tokens.dim() != 2:
            raise ValueError("expected a batch of tokens")
        positions = torch.arange(tokens.size(1), device=tokens.device)
        x = self.norm(self.words(tokens) + self.positions(positions))
        mask = (padding == 1).unsqueeze(1).unsqueeze(1)
        for layer in self.layers:
            x = layer(x, mask)
        return x, torch.tanh(self.pooler(x[:, 0]))
