/** Posts the audio in blocks, each with its start time. Runs on the browser's audio thread. */
export type AudioBlock = { samples: Float32Array<ArrayBuffer>; startedAtS: number }

declare const currentTime: number
declare const sampleRate: number
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}
declare function registerProcessor(name: string, processor: typeof AudioWorkletProcessor): void

const BLOCK_SAMPLES = 960
/** Stands in for an unplugged microphone: viewers' players would wait for the missing audio. */
const SILENCE = new Float32Array(128)

registerProcessor(
  'audio-block',
  class extends AudioWorkletProcessor {
    block = new Float32Array(BLOCK_SAMPLES)
    filled = 0

    process([channels]: Float32Array[][]): boolean {
      const samples = channels?.[0] ?? SILENCE
      for (let index = 0; index < samples.length; index += 1) {
        this.block[this.filled] = samples[index] ?? 0
        this.filled += 1
        if (this.filled === BLOCK_SAMPLES) this.postBlock(currentTime + (index + 1) / sampleRate)
      }
      return true
    }

    postBlock(endedAtS: number): void {
      const block: AudioBlock = { samples: this.block, startedAtS: endedAtS - BLOCK_SAMPLES / sampleRate }
      this.port.postMessage(block, [this.block.buffer])
      this.block = new Float32Array(BLOCK_SAMPLES)
      this.filled = 0
    }
  },
)
