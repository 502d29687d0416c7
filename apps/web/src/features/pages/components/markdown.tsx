import ReactMarkdown, { type Components } from 'react-markdown';

/** What an admin's headings become: the page has its h1 already. */
const components: Components = {
  h1: ({ children }) => <h2>{children}</h2>,
  // An admin's picture would tell a foreign server who reads here; the CSP refuses it anyway.
  img: ({ alt }) => <>{alt}</>,
};

/**
 * Markdown as elements. Raw HTML in it stays text, and addresses other than http, https and mailto are
 * dropped: the library never makes markup from a string.
 */
export function Markdown({ children }: { children: string }) {
  return (
    <div className="prose">
      <ReactMarkdown components={components}>{children}</ReactMarkdown>
    </div>
  );
}
