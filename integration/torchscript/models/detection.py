"""A detector of the kind of SSD: anchors, decoding and suppression in TorchScript."""

import math
from typing import Dict, List, Tuple  # noqa: UP035 - what TorchScript reads

import torch
from torch import Tensor, nn

from integration.models.registry import images
from integration.models.weights import rescale_
from integration.torchscript.models.registry import Program, model


def area(boxes: Tensor) -> Tensor:
    """Of boxes [n, 4] by their corners."""
    return (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])


def overlap(one: Tensor, boxes: Tensor) -> Tensor:
    """The intersection of a box [4] with boxes [n, 4] over their union."""
    low = torch.max(one[:2], boxes[:, :2])
    high = torch.min(one[2:], boxes[:, 2:])
    sizes = (high - low).clamp(min=0)
    common = sizes[:, 0] * sizes[:, 1]
    return common / (area(one.unsqueeze(0)) + area(boxes) - common)


def suppress(boxes: Tensor, scores: Tensor, limit: float) -> Tensor:
    """Places of the boxes that no better one covers, the best first."""
    order = scores.argsort(descending=True)
    kept: List[Tensor] = []
    while order.numel() > 0:
        best = order[0]
        kept.append(best)
        if order.numel() == 1:
            break
        others = order[1:]
        order = others[overlap(boxes[best], boxes[others]) <= limit]
    if len(kept) == 0:
        return torch.empty([0], dtype=torch.long)
    return torch.stack(kept)


class Detector(nn.Module):
    """Two levels of features, two anchors in each cell."""

    def __init__(self, width: int, classes: int, loop: bool) -> None:
        super().__init__()
        self.stem = nn.Sequential(
            nn.Conv2d(3, width, 3, 4, 1), nn.ReLU(), nn.Conv2d(width, width, 3, 2, 1), nn.ReLU()
        )
        self.down = nn.Sequential(nn.Conv2d(width, width, 3, 2, 1), nn.ReLU())
        self.boxes = nn.ModuleList([nn.Conv2d(width, 8, 3, padding=1) for _ in range(2)])
        self.classes = nn.ModuleList([nn.Conv2d(width, 2 * classes, 3, padding=1) for _ in range(2)])
        self.count = classes
        self.strides = [8, 16]
        self.loop = loop

    def anchors(self, height: int, width: int, stride: int) -> Tensor:
        y = (torch.arange(height) + 0.5) * stride
        x = (torch.arange(width) + 0.5) * stride
        rows, columns = torch.meshgrid(y, x, indexing="ij")
        centres = torch.stack([columns, rows], -1).view(-1, 1, 2).expand(-1, 2, 2)
        sizes = torch.tensor([[1.0, 1.0], [2.0, 1.5]]) * stride * 2.0
        sizes = sizes.unsqueeze(0).expand(centres.size(0), 2, 2)
        return torch.cat([centres, sizes], -1).reshape(-1, 4)

    def decode(self, offsets: Tensor, anchors: Tensor) -> Tensor:
        centres = anchors[:, :2] + offsets[..., :2] * 0.1 * anchors[:, 2:]
        sizes = anchors[:, 2:] * torch.exp((offsets[..., 2:] * 0.2).clamp(max=math.log(4.0)))
        return torch.cat([centres - sizes / 2, centres + sizes / 2], -1)

    def raw(self, image: Tensor) -> Tuple[Tensor, Tensor]:
        features: List[Tensor] = [self.stem(image)]
        features.append(self.down(features[0]))
        boxes: List[Tensor] = []
        scores: List[Tensor] = []
        for i, (box, kind) in enumerate(zip(self.boxes, self.classes)):
            x = features[i]
            offsets = box(x).permute(0, 2, 3, 1).reshape(x.size(0), -1, 4)
            logits = kind(x).permute(0, 2, 3, 1).reshape(x.size(0), -1, self.count)
            anchors = self.anchors(x.size(2), x.size(3), self.strides[i])
            boxes.append(self.decode(offsets, anchors))
            scores.append(logits.softmax(-1))
        return torch.cat(boxes, 1), torch.cat(scores, 1)

    def forward(self, image: Tensor) -> List[Dict[str, Tensor]]:
        boxes, scores = self.raw(image)
        results: List[Dict[str, Tensor]] = []
        for i in range(image.size(0)):
            found_boxes: List[Tensor] = []
            found_scores: List[Tensor] = []
            found_labels: List[Tensor] = []
            for label in range(1, self.count):
                score = scores[i, :, label]
                good = score > 0.3
                places = suppress(boxes[i][good], score[good], 0.4)
                found_boxes.append(boxes[i][good][places])
                found_scores.append(score[good][places])
                found_labels.append(torch.full_like(places, label))
            results.append(
                {
                    "boxes": torch.cat(found_boxes),
                    "scores": torch.cat(found_scores),
                    "labels": torch.cat(found_labels),
                }
            )
        return results


class RawDetector(Detector):
    """Boxes and scores of all anchors."""

    def forward(self, image: Tensor) -> Tuple[Tensor, Tensor]:
        return self.raw(image)


class OneImage(Detector):
    """Suppression in the only image of the batch, over all classes at once."""

    def forward(self, image: Tensor) -> Tuple[Tensor, Tensor, Tensor]:
        boxes, scores = self.raw(image)
        score, label = scores[0, :, 1:].max(-1)
        good = score > 0.3
        places = suppress(boxes[0][good], score[good], 0.4)
        return boxes[0][good][places], score[good][places], label[good][places] + 1


@model("detector_raw")
def detector_raw() -> Program:
    """No suppression."""
    module = rescale_(RawDetector(8, 4, False)).eval()
    return Program(module, ((images(2, 64, 64),), (images(3, 80, 72),)))


@model("detector", ways=("script",))
def detector() -> Program:
    """A list with a dict for each image; the number of images is known."""
    module = rescale_(Detector(8, 4, True)).eval()
    return Program(module, ((images(2, 64, 64),), (images(2, 80, 72),)))


@model("detector_of_one", ways=("script",))
def detector_of_one() -> Program:
    """One image."""
    module = rescale_(OneImage(8, 4, True)).eval()
    return Program(module, ((images(1, 64, 64),), (images(1, 80, 72),)))
