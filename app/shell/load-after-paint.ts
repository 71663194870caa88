/**
 * Moves the scripts that a template holds into the page, where they load, once the page has been painted. It runs as a
 * script of its own in the page, so it uses nothing from outside.
 */
export function loadAfterPaint(templateId: string): void {
  function load(): void {
    const template = document.getElementById(templateId)
    if (template instanceof HTMLTemplateElement) document.head.append(template.content)
  }
  // A page in the background is not painted.
  if (document.hidden) load()
  else requestAnimationFrame(() => setTimeout(load))
}
