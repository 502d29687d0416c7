import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Where the API runs while developing: the server's own PORT. */
const server = `http://127.0.0.1:${process.env.PORT ?? '8080'}`;

/** The two files that the first screen's words are set in. */
const FIRST_FONTS = /\/(?:inter-latin-wght|bricolage-grotesque-latin-wght)-normal-[^/]+\.woff2$/;

/** Asks for the first fonts beside the styles that mention them, not after. */
function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    transformIndexHtml: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => FIRST_FONTS.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: true },
          injectTo: 'head' as const,
        })),
  };
}

const OVERLAYS =
  /node_modules\/(?:@radix-ui|@floating-ui|aria-hidden|react-remove-scroll|react-style-singleton|use-sidecar|use-callback-ref)\b/;

interface EagerScreen {
  readonly code: RegExp;
  /** What its code calls first; $1 and $2 are the parts of the page's path behind its start. */
  readonly data: string;
}

const stream = /\/routes\/watch\/stream\.tsx$|\/hls\.js\//;

/** Screens that are asked for beside the first script, by the start of their path. */
const EAGER_SCREENS: Readonly<Record<string, EagerScreen>> = {
  '/s/': { code: stream, data: '/api/streamers/$1/streams/$2' },
  '/stream/': { code: stream, data: '/api/streams/$1' },
};

/** Writes preloads.json, from which the server sends Link headers with those screens. */
function listPreloads(): Plugin {
  return {
    name: 'list-preloads',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const entry = chunks.find((chunk) => chunk.isEntry);
      const filesOf = (screen: RegExp) => {
        const lazy = chunks.filter(
          (chunk) => chunk.isDynamicEntry && screen.test(chunk.facadeModuleId ?? ''),
        );
        const files = new Set(lazy.map(({ fileName }) => fileName));
        // A set that grows while it is walked: what is imported imports more.
        for (const file of files) {
          const chunk = chunks.find(({ fileName }) => fileName === file);
          for (const imported of chunk?.imports ?? []) files.add(imported);
        }
        const later = [...files].filter((file) => file !== entry?.fileName && !entry?.imports.includes(file));
        // The large one last: on few connections it would hold up the others.
        return later.toSorted((a, b) => Number(/\bhls-/.test(a)) - Number(/\bhls-/.test(b)));
      };
      const preloads = Object.entries(EAGER_SCREENS).map(([path, { code, data }]) => [
        path,
        { scripts: filesOf(code).map((f) => `/${f}`), data },
      ]);
      this.emitFile({
        type: 'asset',
        fileName: 'preloads.json',
        source: JSON.stringify(Object.fromEntries(preloads)),
      });
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), preloadFonts(), listPreloads()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  server: {
    port: 5173,
    strictPort: true,
    proxy: {
      '/api': { target: server, ws: true, changeOrigin: false },
      '/live': server,
      '/healthz': server,
      '/manifest.webmanifest': server,
    },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // No data: URIs, which the CSP would have to allow.
    assetsInlineLimit: 0,
    // Large enough to matter is decided by the budget check in build.ts, on compressed bytes.
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      // Schemas that nothing uses leave the bundle: a screen that needs a category's name carries no zod.
      treeshake: { manualPureFunctions: ['z', 'endpoint'] },
      // All that a first screen needs in one file: twenty small ones cost a slow machine more than they save.
      output: {
        codeSplitting: {
          groups: [
            { name: 'app', tags: ['$initial'], priority: 2 },
            // What floats over a page, which nearly every screen but the first needs some of.
            { name: 'overlays', test: OVERLAYS, priority: 1 },
            // A viewer waits for the stream page's picture: sixteen requests less are 0.15 s of two busy cores.
            { name: 'stream', test: /\/routes\/watch\/stream\.tsx$/ },
          ],
        },
      },
    },
  },
});
