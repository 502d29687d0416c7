const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');

/** The frame that shows a channel in a page of another site. @param origin of this one */
export function embedCode(origin: string, username: string, name: string): string {
  const src = `${origin}/embed/${encodeURIComponent(username)}`;
  return `<iframe src="${escaped(src)}" title="${escaped(name)}" width="640" height="360" style="border:0" allow="autoplay; fullscreen; picture-in-picture" allowfullscreen></iframe>`;
}
