"""Decoders that run in loops: greedy and beam search, caches, CTC, transducers, Viterbi."""

import math
from typing import List, Optional, Tuple  # noqa: UP035 - what TorchScript reads

import torch
from torch import Tensor, nn

from integration.models.registry import tokens
from integration.models.weights import rescale_
from integration.torchscript.models.registry import Program, model
from integration.torchscript.snippet import normal

ONLY_SCRIPT = ("script",)


class GreedyTranslator(nn.Module):
    """GRU encoder, attention, and a GRU decoder until all sentences have ended."""

    def __init__(self, vocabulary: int, width: int, limit: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, width)
        self.encoder = nn.GRU(width, width, batch_first=True)
        self.cell = nn.GRUCell(2 * width, width)
        self.head = nn.Linear(width, vocabulary)
        self.limit = limit
        self.end = 1

    def attend(self, state: Tensor, memory: Tensor) -> Tensor:
        scores = torch.bmm(memory, state.unsqueeze(2)).squeeze(2)
        weights = torch.softmax(scores, dim=1)
        return torch.bmm(weights.unsqueeze(1), memory).squeeze(1)

    def forward(self, source: Tensor) -> Tuple[Tensor, Tensor]:
        memory, last = self.encoder(self.embedding(source))
        state = last[0]
        token = torch.zeros(source.size(0), dtype=torch.long)
        ended = torch.zeros(source.size(0), dtype=torch.bool)
        result: List[Tensor] = []
        for _ in range(self.limit):
            x = torch.cat([self.embedding(token), self.attend(state, memory)], dim=1)
            state = self.cell(x, state)
            token = self.head(state).argmax(1)
            token = token.masked_fill(ended, self.end)
            result.append(token)
            ended = ended | (token == self.end)
            if bool(ended.all()):
                break
        return torch.stack(result, dim=1), state


@model("greedy_translator", ways=ONLY_SCRIPT)
def greedy_translator() -> Program:
    """Tokens and the last state."""
    module = rescale_(GreedyTranslator(11, 16, 12)).eval()
    return Program(module, ((tokens(2, 5, 11),), (tokens(1, 8, 11),)))


class BeamSearch(nn.Module):
    """An LSTM language model; the best k hypotheses go on at each step."""

    def __init__(self, vocabulary: int, width: int, beams: int, steps: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, width)
        self.cell = nn.LSTMCell(width, width)
        self.head = nn.Linear(width, vocabulary)
        self.beams = beams
        self.steps = steps
        self.vocabulary = vocabulary
        self.end = 1

    def forward(self, start: Tensor, hidden: Tensor) -> Tuple[Tensor, Tensor]:
        beams = self.beams
        state = (hidden.expand(beams, -1), torch.zeros(beams, hidden.size(1)))
        scores = torch.full([beams], -math.inf)
        scores[0] = 0.0
        sequences = start.expand(beams, 1)
        ended = torch.zeros(beams, dtype=torch.bool)
        for _ in range(self.steps):
            h, c = self.cell(self.embedding(sequences[:, -1]), state)
            logits = torch.log_softmax(self.head(h), dim=-1)
            padding = torch.full_like(logits, -math.inf)
            padding[:, self.end] = 0.0
            logits = torch.where(ended.unsqueeze(1), padding, logits)
            total = (scores.unsqueeze(1) + logits).view(-1)
            scores, places = total.topk(beams)
            origin = torch.div(places, self.vocabulary, rounding_mode="floor")
            token = places % self.vocabulary
            sequences = torch.cat([sequences[origin], token.unsqueeze(1)], dim=1)
            state = (h[origin], c[origin])
            ended = ended[origin] | (token == self.end)
            if bool(ended.all()):
                break
        best = int(scores.argmax())
        return sequences[best], scores


@model("beam_search", ways=ONLY_SCRIPT)
def beam_search() -> Program:
    """The best sequence and all scores."""
    module = rescale_(BeamSearch(9, 16, 3, 7)).eval()
    start = torch.tensor([[4]])
    return Program(module, ((start, normal(1, 16)), (start + 2, normal(1, 16) * 2)))


class CachedLayer(nn.Module):
    """A Transformer layer that reads the keys and values of earlier steps."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.norm1 = nn.LayerNorm(width)
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.norm2 = nn.LayerNorm(width)
        self.mlp = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))

    def forward(
        self, x: Tensor, past: Optional[Tuple[Tensor, Tensor]]
    ) -> Tuple[Tensor, Tuple[Tensor, Tensor]]:
        batch, length, width = x.size()
        q, k, v = self.qkv(self.norm1(x)).split(width, dim=2)
        q = q.view(batch, length, self.heads, width // self.heads).transpose(1, 2)
        k = k.view(batch, length, self.heads, width // self.heads).transpose(1, 2)
        v = v.view(batch, length, self.heads, width // self.heads).transpose(1, 2)
        if past is not None:
            k = torch.cat([past[0], k], dim=2)
            v = torch.cat([past[1], v], dim=2)
        y = nn.functional.scaled_dot_product_attention(q, k, v, is_causal=past is None)
        x = x + self.out(y.transpose(1, 2).reshape(batch, length, width))
        return x + self.mlp(self.norm2(x)), (k, v)


class Generator(nn.Module):
    """A Transformer that generates n tokens, with a list of caches."""

    def __init__(self, vocabulary: int, width: int, heads: int, depth: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, width)
        self.positions = nn.Embedding(64, width)
        self.layers = nn.ModuleList([CachedLayer(width, heads) for _ in range(depth)])
        self.norm = nn.LayerNorm(width)

    def step(
        self, ids: Tensor, start: int, caches: Optional[List[Tuple[Tensor, Tensor]]]
    ) -> Tuple[Tensor, List[Tuple[Tensor, Tensor]]]:
        positions = torch.arange(start, start + ids.size(1))
        x = self.embedding(ids) + self.positions(positions)
        present: List[Tuple[Tensor, Tensor]] = []
        for i, layer in enumerate(self.layers):
            past: Optional[Tuple[Tensor, Tensor]] = None
            if caches is not None:
                past = caches[i]
            x, cache = layer(x, past)
            present.append(cache)
        logits = torch.matmul(self.norm(x[:, -1]), self.embedding.weight.t())
        return logits, present

    def forward(self, prompt: Tensor, count: int) -> Tuple[Tensor, Tensor]:
        logits, caches = self.step(prompt, 0, None)
        ids = prompt
        for i in range(count):
            token = logits.argmax(-1, keepdim=True)
            ids = torch.cat([ids, token], dim=1)
            logits, caches = self.step(token, prompt.size(1) + i, caches)
        return ids, logits


@model("generator", ways=ONLY_SCRIPT)
def generator() -> Program:
    """Tokens and the last logits."""
    module = rescale_(Generator(17, 16, 2, 2)).eval()
    return Program(module, ((tokens(2, 4, 17), 5), (tokens(1, 7, 17), 3)))


class StaticCacheGenerator(nn.Module):
    """The same with caches of a fixed size that are written in place."""

    def __init__(self, vocabulary: int, width: int, longest: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, width)
        self.qkv = nn.Linear(width, 3 * width)
        self.longest = longest

    def forward(self, token: Tensor, count: int) -> Tensor:
        batch, width = token.size(0), self.embedding.weight.size(1)
        keys = torch.zeros(batch, self.longest, width)
        values = torch.zeros(batch, self.longest, width)
        results = torch.zeros(batch, count, dtype=torch.long)
        for i in range(count):
            q, k, v = self.qkv(self.embedding(token)).chunk(3, dim=-1)
            keys[:, i] = k
            values[:, i] = v
            scores = torch.bmm(keys[:, : i + 1], q.unsqueeze(-1)).squeeze(-1)
            weights = scores.softmax(-1)
            x = torch.bmm(weights.unsqueeze(1), values[:, : i + 1]).squeeze(1)
            token = torch.matmul(x, self.embedding.weight.t()).argmax(-1)
            results[:, i] = token
        return results


@model("static_cache", ways=ONLY_SCRIPT)
def static_cache() -> Program:
    """Tokens."""
    module = rescale_(StaticCacheGenerator(13, 16, 10)).eval()
    return Program(module, ((torch.tensor([3, 5]), 4), (torch.tensor([7]), 9)))


class Transducer(nn.Module):
    """RNN-T, greedy: at each frame tokens come until the blank one does."""

    def __init__(self, width: int, vocabulary: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, width)
        self.predictor = nn.GRUCell(width, width)
        self.joint = nn.Linear(width, vocabulary)
        self.blank = vocabulary - 1
        self.most = 3

    def forward(self, frames: Tensor) -> Tuple[Tensor, int]:
        state = torch.zeros(1, frames.size(1))
        token = torch.tensor([self.blank])
        found: List[int] = []
        for t in range(frames.size(0)):
            count = 0
            while count < self.most:
                new_state = self.predictor(self.embedding(token), state)
                logits = self.joint(torch.tanh(frames[t].unsqueeze(0) + new_state))
                best = int(logits.argmax(-1))
                if best == self.blank:
                    break
                found.append(best)
                token = torch.tensor([best])
                state = new_state
                count += 1
        return torch.tensor(found), len(found)


@model("transducer", ways=ONLY_SCRIPT)
def transducer() -> Program:
    """Tokens, and how many."""
    module = rescale_(Transducer(12, 6)).eval()
    return Program(module, ((normal(6, 12),), (normal(9, 12),)))


class CTCGreedy(nn.Module):
    """The best label of each frame without repetitions and blanks."""

    def __init__(self, width: int, labels: int) -> None:
        super().__init__()
        self.lstm = nn.LSTM(width, width, bidirectional=True)
        self.head = nn.Linear(2 * width, labels)

    def forward(self, frames: Tensor) -> Tensor:
        best = self.head(self.lstm(frames)[0]).argmax(-1)[:, 0]
        labels: List[int] = []
        before = 0
        for label in best.tolist():
            number: int = label
            if number != 0 and number != before:
                labels.append(number)
            before = number
        return torch.tensor(labels)


class CTCByMask(nn.Module):
    """The same without a loop."""

    def __init__(self, width: int, labels: int) -> None:
        super().__init__()
        self.lstm = nn.LSTM(width, width, bidirectional=True)
        self.head = nn.Linear(2 * width, labels)

    def forward(self, frames: Tensor) -> Tensor:
        best = torch.unique_consecutive(self.head(self.lstm(frames)[0]).argmax(-1)[:, 0])
        return best[best != 0]


@model("ctc_by_mask")
def ctc_by_mask() -> Program:
    """Labels; their number depends on the data."""
    module = rescale_(CTCByMask(8, 5)).eval()
    return Program(module, ((normal(7, 1, 8),), (normal(11, 1, 8),)))


class Viterbi(nn.Module):
    """A conditional random field: the best path, forwards and back."""

    def __init__(self, tags: int) -> None:
        super().__init__()
        self.transitions = nn.Parameter(torch.zeros(tags, tags))

    def forward(self, emissions: Tensor) -> Tuple[Tensor, Tensor]:
        score = emissions[0]
        history: List[Tensor] = []
        for i in range(1, emissions.size(0)):
            total = score.unsqueeze(1) + self.transitions + emissions[i].unsqueeze(0)
            score, best = total.max(0)
            history.append(best)
        last = score.argmax()
        path = [last]
        history.reverse()
        for places in history:
            last = places[last]
            path.append(last)
        path.reverse()
        return torch.stack(path), score.amax()


@model("viterbi", ways=ONLY_SCRIPT)
def viterbi() -> Program:
    """The path and its score."""
    module = rescale_(Viterbi(5)).eval()
    return Program(module, ((normal(6, 5),), (normal(10, 5),)))


class Tacotron(nn.Module):
    """Frames of sound until the stop token, each from the last one."""

    def __init__(self, width: int, bands: int, limit: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(20, width)
        self.encoder = nn.LSTM(width, width // 2, batch_first=True, bidirectional=True)
        self.prenet = nn.Linear(bands, width)
        self.cell = nn.LSTMCell(2 * width, width)
        self.query = nn.Linear(width, width, bias=False)
        self.frame = nn.Linear(width, bands)
        self.stop = nn.Linear(width, 1)
        self.limit = limit
        self.bands = bands

    def forward(self, text: Tensor) -> Tuple[Tensor, Tensor]:
        memory, _ = self.encoder(self.embedding(text))
        h = memory.new_zeros(text.size(0), memory.size(2))
        c = torch.zeros_like(h)
        frame = memory.new_zeros(text.size(0), self.bands)
        frames: List[Tensor] = []
        alignments: List[Tensor] = []
        while len(frames) < self.limit:
            weights = torch.bmm(memory, self.query(h).unsqueeze(2)).squeeze(2).softmax(1)
            context = torch.bmm(weights.unsqueeze(1), memory).squeeze(1)
            h, c = self.cell(torch.cat([torch.relu(self.prenet(frame)), context], 1), (h, c))
            frame = self.frame(h)
            frames.append(frame)
            alignments.append(weights)
            if bool((torch.sigmoid(self.stop(h)) > 0.9).all()):
                break
        return torch.stack(frames, 1), torch.stack(alignments, 1)


@model("tacotron", ways=ONLY_SCRIPT)
def tacotron() -> Program:
    """Frames and alignments."""
    module = rescale_(Tacotron(16, 4, 9)).eval()
    return Program(module, ((tokens(2, 6, 20),), (tokens(1, 9, 20),)))


class NeuralODE(nn.Module):
    """Steps of Runge and Kutta, halved until the error is small."""

    def __init__(self) -> None:
        super().__init__()
        self.field = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 3))

    def forward(self, x: Tensor, time: float) -> Tuple[Tensor, int]:
        steps, t, step = 0, 0.0, 0.5
        while t < time and steps < 100:
            step = min(step, time - t)
            k1 = self.field(x)
            k2 = self.field(x + step * k1)
            error = float((k2 - k1).abs().max()) * step
            if error > 0.5 and step > 0.01:
                step = step * 0.5
                continue
            x = x + 0.5 * step * (k1 + k2)
            t += step
            steps += 1
        return x, steps


@model("neural_ode", ways=ONLY_SCRIPT)
def neural_ode() -> Program:
    """The state at a time, and the number of steps."""
    module = rescale_(NeuralODE()).eval()
    return Program(module, ((normal(4, 3), 1.0), (normal(2, 3), 2.5)))
