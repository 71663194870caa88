type Change = { method?: string; body?: object; cookie?: string }

/** As a page of the desk does it. */
export function changeDesk(
  url: string,
  path: string,
  { method = 'POST', body = {}, cookie = '' }: Change = {},
) {
  const headers = { origin: url, 'content-type': 'application/json', cookie }
  return fetch(`${url}/api${path}`, { method, headers, body: JSON.stringify(body) })
}

export function cookieOf(response: Response): string {
  return response.headers.get('set-cookie')?.split(';')[0] ?? ''
}
