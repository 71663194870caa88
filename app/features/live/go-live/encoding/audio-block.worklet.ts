/** Runs where the browser keeps sound: gives it out in blocks, each with the moment it began. */
export type SoundBlock = { samples: Float32Array<ArrayBuffer>; beganAtS: number }

declare const currentTime: number
declare const sampleRate: number
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}
declare function registerProcessor(name: string, processor: typeof AudioWorkletProcessor): void

const BLOCK_SAMPLES = 960
/** A microphone that was pulled out gives nothing; viewers' players wait for sound that was promised. */
const SILENCE = new Float32Array(128)

registerProcessor(
  'sound-block',
  class extends AudioWorkletProcessor {
    block = new Float32Array(BLOCK_SAMPLES)
    filled = 0

    process([channels]: Float32Array[][]): boolean {
      const samples = channels?.[0] ?? SILENCE
      for (let place = 0; place < samples.length; place += 1) {
        this.block[this.filled] = samples[place] ?? 0
        this.filled += 1
        if (this.filled === BLOCK_SAMPLES) this.giveOut(currentTime + (place + 1) / sampleRate)
      }
      return true
    }

    giveOut(endedAtS: number): void {
      const told: SoundBlock = { samples: this.block, beganAtS: endedAtS - BLOCK_SAMPLES / sampleRate }
      this.port.postMessage(told, [this.block.buffer])
      this.block = new Float32Array(BLOCK_SAMPLES)
      this.filled = 0
    }
  },
)
