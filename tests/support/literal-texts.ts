import { parseSync } from 'vite'

type Node = { type: string; [field: string]: unknown }

const READ_ALOUD = new Set(['aria-label', 'aria-description', 'alt', 'title', 'placeholder', 'label'])
const SHOWN = new Set(['title', 'description'])
const LETTER = /\p{L}/u

/** The texts that a component writes itself instead of reading them from its messages. */
export function literalTexts(path: string, code: string): string[] {
  const found: string[] = []
  const note = (texts: string[]) => found.push(...texts.map((text) => text.trim()).filter(hasLetter))

  function visit(node: Node): void {
    if (node.type === 'JSXText') note([String(node.value)])
    if (node.type === 'JSXElement' || node.type === 'JSXFragment')
      for (const child of nodesIn(node.children))
        if (child.type === 'JSXExpressionContainer') note(textsOf(child))
    if (node.type === 'JSXAttribute' && READ_ALOUD.has(nameOf(node.name)) && isNode(node.value))
      note(textsOf(node.value))
    if (node.type === 'CallExpression' && ['showToast', 'alert'].includes(nameOf(node.callee)))
      for (const given of nodesIn(node.arguments)) note(textsOfArgument(given))
    for (const field of Object.values(node)) for (const child of nodesIn(field)) visit(child)
  }

  visit(parseSync(path, code).program as unknown as Node)
  return found
}

function textsOfArgument(given: Node): string[] {
  if (given.type !== 'ObjectExpression') return textsOf(given)
  return nodesIn(given.properties)
    .filter(({ key }) => SHOWN.has(nameOf(key)))
    .flatMap(({ value }) => (isNode(value) ? textsOf(value) : []))
}

/** The strings that an expression may evaluate to, as far as they are written in it. */
function textsOf(node: Node): string[] {
  const { type, value, quasis, expression, consequent, alternate, left, right } = node
  if (type === 'Literal') return typeof value === 'string' ? [value] : []
  if (type === 'TemplateLiteral')
    return nodesIn(quasis).map((quasi) => (quasi.value as { cooked: string }).cooked)
  const parts =
    type === 'JSXExpressionContainer'
      ? [expression]
      : type === 'ConditionalExpression'
        ? [consequent, alternate]
        : type === 'LogicalExpression'
          ? [left, right]
          : []
  return parts.filter(isNode).flatMap(textsOf)
}

function nodesIn(field: unknown): Node[] {
  return (Array.isArray(field) ? field : [field]).filter(isNode)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}

function nameOf(node: unknown): string {
  return isNode(node) && typeof node.name === 'string' ? node.name : ''
}

function hasLetter(text: string): boolean {
  return LETTER.test(text)
}
