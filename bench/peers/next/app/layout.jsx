import './site.css'

export const metadata = {
  title: 'NPC Stream: real people, live quests',
  description: 'Real people chase real goals, live on stream. Each market-cap milestone unlocks the next quest.',
}

export default function Layout({ children }) {
  return (
    <html lang="en" className="dark">
      <body>
        <a href="#content">Skip to content</a>
        <header>
          <a href="/" aria-label="NPC Stream, home">
            NPC Stream
          </a>
          <nav>
            <a href="#npcs">NPC's</a>
            <a href="#onboarding">Onboarding</a>
            <a href="#about">About Platform</a>
          </nav>
        </header>
        <main id="content">{children}</main>
        <footer>NPC Stream OÜ · Registry code 00000000 · Tallinn, Estonia</footer>
      </body>
    </html>
  )
}
