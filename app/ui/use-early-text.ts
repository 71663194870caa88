import { type RefObject, useEffect, useEffectEvent } from 'react'

type TextControl = HTMLInputElement | HTMLTextAreaElement

/** Visitors may have typed before the page listened. */
export function useEarlyText(
  control: RefObject<TextControl | null>,
  shown: unknown,
  adopt: (text: string) => void,
) {
  const adoptTyped = useEffectEvent(() => {
    const text = control.current?.value ?? ''
    if (text !== shown) adopt(text)
  })
  useEffect(() => adoptTyped(), [])
}
