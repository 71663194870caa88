import { JOIN_PATH, type Member } from '../features/members/contract.ts'
import { Frame } from './frame.tsx'
import { RemoteContent } from './parts/remote-content.tsx'
import { useRemote } from './parts/use-remote.ts'
import { Join } from './people/join.tsx'
import { SignIn } from './people/sign-in.tsx'
import { words as people } from './people/words.ts'
import { sectionsFor } from './sections.tsx'
import { words } from './words.ts'

export function Desk() {
  const [me, reload] = useRemote<{ member: Member | null }>('/api/me')
  if (location.pathname === JOIN_PATH) return <Frame title={people.joinTitle} content={<Join />} />
  return (
    <RemoteContent remote={me} onRetry={reload}>
      {({ member }) =>
        member === null ? (
          <Frame title={people.signIn} content={<SignIn onSignedIn={reload} />} />
        ) : (
          <CurrentPage member={member} />
        )
      }
    </RemoteContent>
  )
}

function CurrentPage({ member }: { member: Member }) {
  const sections = sectionsFor(member)
  const section = sections.find(({ path }) => path === location.pathname)
  return (
    <Frame
      title={section?.title ?? words.title}
      signedIn={{ member, sections }}
      isWide={section?.isWide}
      content={section ? <section.Page member={member} sections={sections} /> : <p>{words.notForYou}</p>}
    />
  )
}
