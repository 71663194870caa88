import type { Page } from '@playwright/test'

export type PageWallet = {
  address: string
  rejectFrom(page: Page): Promise<void>
  /** Like a popup that nobody sees. */
  ignoreFrom(page: Page): Promise<void>
}
type Mood = 'rejects' | 'ignores'

/** Gives the page a Wallet Standard wallet with its own key, whose signatures are real. */
export async function injectWallet(page: Page): Promise<PageWallet> {
  const { pkcs8, publicKey } = await makeKey()
  const address = encodeBase58(publicKey)
  await page.addInitScript(registerWallet, { pkcs8: [...pkcs8], publicKey: [...publicKey], address })
  return {
    address,
    rejectFrom: (from) => setMood(from, 'rejects'),
    ignoreFrom: (from) => setMood(from, 'ignores'),
  }
}

function setMood(page: Page, walletMood: Mood): Promise<void> {
  return page.evaluate((mood) => void Object.assign(window, mood), { walletMood })
}

async function makeKey() {
  const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])
  if (!('privateKey' in pair)) throw new Error('expected a key pair')
  const pkcs8 = new Uint8Array(await crypto.subtle.exportKey('pkcs8', pair.privateKey))
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
  return { pkcs8, publicKey }
}

function encodeBase58(bytes: Uint8Array): string {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  let text = ''
  for (let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`); rest > 0n; rest /= 58n)
    text = alphabet[Number(rest % 58n)] + text
  return '1'.repeat(bytes.findIndex((byte) => byte !== 0)) + text
}

type Key = { pkcs8: number[]; publicKey: number[]; address: string }

/** Runs in the page. */
function registerWallet({ pkcs8, publicKey, address }: Key): void {
  const CHAINS = ['solana:localnet', 'solana:devnet', 'solana:mainnet']
  const account = {
    address,
    publicKey: new Uint8Array(publicKey),
    chains: CHAINS,
    features: ['solana:signTransaction', 'solana:signMessage'],
  }
  let accounts: (typeof account)[] = []

  async function sign(message: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
    const { walletMood } = window as { walletMood?: Mood }
    if (walletMood === 'rejects') throw new Error('User rejected the request.')
    if (walletMood === 'ignores') return new Promise(() => {})
    const key = await crypto.subtle.importKey('pkcs8', new Uint8Array(pkcs8), 'Ed25519', false, ['sign'])
    return new Uint8Array(await crypto.subtle.sign('Ed25519', key, message))
  }

  async function signMessage({ message }: { message: Uint8Array }) {
    return { signedMessage: message, signature: await sign(new Uint8Array(message)) }
  }

  async function signTransaction({ transaction }: { transaction: Uint8Array }) {
    const signed = new Uint8Array(transaction)
    const message = signed.slice(1 + 64 * (signed[0] ?? 0))
    signed.set(await sign(message), 1)
    return { signedTransaction: signed }
  }

  const wallet = {
    version: '1.0.0',
    name: 'Test Wallet',
    icon: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=',
    chains: CHAINS,
    get accounts() {
      return accounts
    },
    features: {
      'standard:connect': {
        version: '1.0.0',
        connect: async () => {
          accounts = [account]
          return { accounts }
        },
      },
      'standard:events': { version: '1.0.0', on: () => () => {} },
      'solana:signMessage': {
        version: '1.0.0',
        signMessage: (...inputs: { message: Uint8Array }[]) => Promise.all(inputs.map(signMessage)),
      },
      'solana:signTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        signTransaction: (...inputs: { transaction: Uint8Array }[]) =>
          Promise.all(inputs.map(signTransaction)),
      },
    },
  }
  type Register = { register(wallet: unknown): void }
  const register = ({ register: add }: Register) => add(wallet)
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
  window.addEventListener('wallet-standard:app-ready', (event) =>
    register((event as CustomEvent<Register>).detail),
  )
}
