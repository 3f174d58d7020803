// Runs the classifier of examples/shapes in the page, with onnxruntime-web.
// README.md says which files the server has to have.

import * as ort from "./onnxruntime-web/ort.wasm.min.mjs";

const SIZE = 64;
const status = document.getElementById("status");

/** The bytes of a canvas as u8[1, SIZE, SIZE, 3]. A canvas has a fourth channel. */
function pixels(canvas) {
  const rgba = canvas.getContext("2d").getImageData(0, 0, SIZE, SIZE).data;
  const rgb = Uint8Array.from({ length: SIZE * SIZE * 3 }, (_, i) => rgba[Math.floor(i / 3) * 4 + (i % 3)]);
  return new ort.Tensor("uint8", rgb, [1, SIZE, SIZE, 3]);
}

/** Shows a picture with the probability of each class; returns the probabilities. */
async function classify(session, classes, source) {
  const image = new Image();
  image.src = source;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIZE;
  canvas.getContext("2d", { willReadFrequently: true }).drawImage(image, 0, 0, SIZE, SIZE);
  const results = await session.run({ [session.inputNames[0]]: pixels(canvas) });
  const probabilities = Array.from(results[session.outputNames[0]].data);
  const figure = document.createElement("figure");
  figure.append(canvas);
  const best = Math.max(...probabilities);
  for (const [index, probability] of probabilities.entries()) {
    const row = document.createElement("div");
    row.className = probability === best ? "row first" : "row";
    for (const [kind, text] of [["name", classes[index]], ["bar", ""], ["percent", `${(100 * probability).toFixed(0)} %`]]) {
      const cell = document.createElement("div");
      cell.className = kind;
      cell.textContent = text;
      if (kind === "bar") cell.style.width = `${100 * probability}%`;
      row.append(cell);
    }
    figure.append(row);
  }
  document.getElementById("pictures").prepend(figure);
  return probabilities;
}

async function main() {
  const start = performance.now();
  const classes = (await (await fetch("shapes/classes.txt")).text()).trim().split("\n");
  const session = await ort.InferenceSession.create("shapes/shapes.onnx");
  const loaded = performance.now();
  const names = classes.flatMap((name) => [`${name}0`, `${name}1`]);
  const results = {};
  for (const name of names) results[name] = await classify(session, classes, `shapes/${name}.png`);
  const each = (performance.now() - loaded) / names.length;
  status.textContent = `Model loaded in ${(loaded - start).toFixed(0)} ms, ${each.toFixed(1)} ms a picture.`;
  document.getElementById("file").addEventListener("change", (event) => {
    for (const file of event.target.files) classify(session, classes, URL.createObjectURL(file));
  });
  return results;
}

/** The probabilities by name of picture; the test of this page waits for them. */
window.finished = main().catch((error) => {
  status.className = "error";
  status.textContent = `${error}`;
  throw error;
});
