import ReactMarkdown, { type Components } from 'react-markdown';

/** Demotes headings, since the page already has an h1. */
const components: Components = {
  h1: ({ children }) => <h2>{children}</h2>,
  // An external image would reveal visitors to another server; the CSP blocks it anyway.
  img: ({ alt }) => <>{alt}</>,
};

/**
 * Renders Markdown as elements. Raw HTML stays text, and URLs other than http, https and mailto are dropped.
 */
export function Markdown({ children }: { children: string }) {
  return (
    <div dir="auto" className="prose">
      <ReactMarkdown components={components}>{children}</ReactMarkdown>
    </div>
  );
}
