//===- classify.cpp - Converts a model at start and runs it ---------------===//
//
// usage: classify SHAPES.pt2 CLASSES.txt PICTURE.ppm...
//
// Converts the exported program in memory with the C interface of Torch-ONNX,
// hands the model to ONNX Runtime, and prints the class of each picture with
// its probability. No .onnx file is written, and no Python runs.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx-c/TorchONNX.h"

#include <onnxruntime_cxx_api.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;
using Conversion =
    std::unique_ptr<TorchOnnxConversion, decltype(&torchOnnxConversionDestroy)>;

struct Picture {
  int64_t height = 0, width = 0;
  std::vector<uint8_t> bytes;
};

double getMilliseconds(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start)
      .count();
}

void printMessage(const TorchOnnxMessage *message, void *) {
  std::fprintf(stderr, "%s: %s: %s\n", message->location, message->severity,
               message->text);
}

/// A session over the converted program. ONNX Runtime reads the bytes of the
/// model while it creates the session and keeps no pointer to them.
Ort::Session convert(Ort::Env &env, const char *program) {
  Conversion conversion(torchOnnxConversionCreate(&program, 1),
                        torchOnnxConversionDestroy);
  Clock::time_point start = Clock::now();
  const char *data = nullptr;
  size_t size = 0;
  if (torchOnnxConversionRun(conversion.get(), printMessage, nullptr) !=
          TORCH_ONNX_WRITTEN ||
      torchOnnxConversionSerialize(conversion.get(), TORCH_ONNX_WEIGHTS_INLINE,
                                   1024, &data, &size) != TORCH_ONNX_WRITTEN)
    throw std::runtime_error(std::string(program) + ": not converted");
  double converted = getMilliseconds(start);
  start = Clock::now();
  Ort::Session session(env, data, size, Ort::SessionOptions());
  std::fprintf(stderr, "converted in %.1f ms, session in %.1f ms\n", converted,
               getMilliseconds(start));
  return session;
}

/// Reads a binary PPM file without comments.
Picture readPicture(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  Picture picture;
  std::string magic;
  int64_t maximum = 0;
  file >> magic >> picture.width >> picture.height >> maximum;
  file.get();
  constexpr int64_t limit = 1 << 14;
  if (!file || magic != "P6" || maximum != 255 || picture.width < 1 ||
      picture.width > limit || picture.height < 1 || picture.height > limit)
    throw std::runtime_error(path + ": not a PPM file of 8-bit colours");
  picture.bytes.resize(picture.height * picture.width * 3);
  if (!file.read(reinterpret_cast<char *>(picture.bytes.data()),
                 picture.bytes.size()))
    throw std::runtime_error(path + ": the file is too short");
  return picture;
}

/// The probability of each class.
std::vector<float> classify(Ort::Session &session, Picture &picture) {
  Ort::AllocatorWithDefaultOptions allocator;
  Ort::AllocatedStringPtr in = session.GetInputNameAllocated(0, allocator);
  Ort::AllocatedStringPtr out = session.GetOutputNameAllocated(0, allocator);
  const char *inputs[] = {in.get()}, *outputs[] = {out.get()};
  std::array<int64_t, 4> shape = {1, picture.height, picture.width, 3};
  Ort::Value input = Ort::Value::CreateTensor<uint8_t>(
      Ort::MemoryInfo::CreateCpu(OrtArenaAllocator, OrtMemTypeDefault),
      picture.bytes.data(), picture.bytes.size(), shape.data(), shape.size());
  std::vector<Ort::Value> results =
      session.Run(Ort::RunOptions(), inputs, &input, /*input_count=*/1, outputs,
                  /*output_count=*/1);
  const float *begin = results[0].GetTensorData<float>();
  return {begin,
          begin + results[0].GetTensorTypeAndShapeInfo().GetElementCount()};
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 4) {
    std::fprintf(stderr, "usage: %s SHAPES.pt2 CLASSES.txt PICTURE.ppm...\n",
                 argv[0]);
    return 2;
  }
  try {
    Ort::Env env;
    Ort::Session session = convert(env, argv[1]);
    std::vector<std::string> classes;
    std::ifstream names(argv[2]);
    for (std::string name; std::getline(names, name);)
      classes.push_back(name);
    for (int i = 3; i < argc; ++i) {
      Picture picture = readPicture(argv[i]);
      std::vector<float> probabilities = classify(session, picture);
      if (probabilities.size() != classes.size())
        throw std::runtime_error(std::string(argv[2]) +
                                 ": not as many classes as the model has");
      size_t best =
          std::max_element(probabilities.begin(), probabilities.end()) -
          probabilities.begin();
      std::printf("%s: %s %.6f\n", argv[i], classes[best].c_str(),
                  probabilities[best]);
    }
  } catch (const std::exception &error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 1;
  }
  return 0;
}
