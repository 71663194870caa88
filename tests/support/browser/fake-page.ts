import { vi } from 'vitest'

/** The parts of a video element that the player uses. */
export class FakeVideo extends EventTarget {
  paused = true
  muted = true
  ended = false
  seeking = false
  currentTime = 0
  playbackRate = 1
  loadedUntil = 0
  src = ''
  forbidsAudio = false
  forbidsPlaying = false
  /** Until it has loaded, `play()` does not settle, and `pause()` rejects it. */
  isLoading = false
  private interrupt = () => {}

  get buffered() {
    return { length: 1, start: () => 0, end: () => this.loadedUntil }
  }

  async play(): Promise<void> {
    if (this.forbidsPlaying || (this.forbidsAudio && !this.muted))
      throw new DOMException('autoplay is blocked', 'NotAllowedError')
    this.paused = false
    this.dispatchEvent(new Event('play'))
    if (!this.isLoading) return
    await new Promise((_, reject) => {
      this.interrupt = () => reject(new DOMException('the attempt was interrupted', 'AbortError'))
    })
  }

  pause(): void {
    if (this.paused) return
    this.paused = true
    this.dispatchEvent(new Event('pause'))
    this.interrupt()
  }

  load(): void {}

  removeAttribute(): void {
    this.src = ''
  }

  asElement(): HTMLVideoElement {
    return this as unknown as HTMLVideoElement
  }
}

/** Replaces the global document with one that tests can hide. */
export function fakeDocument() {
  const document = Object.assign(new EventTarget(), {
    hidden: false,
    pictureInPictureElement: null as unknown,
  })
  vi.stubGlobal('document', document)
  return {
    document,
    setHidden(isHidden: boolean): void {
      document.hidden = isHidden
      document.dispatchEvent(new Event('visibilitychange'))
    },
  }
}
