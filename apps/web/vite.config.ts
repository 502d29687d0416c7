import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { messageKeys } from './message-keys.ts';

/** The API server in development. */
const server = `http://127.0.0.1:${process.env.PORT ?? '8080'}`;

/** The two font files of the first screen. */
const FIRST_FONTS = /\/(?:inter-latin-wght|bricolage-grotesque-latin-wght)-normal-[^/]+\.woff2$/;

/** Preloads the first fonts before the styles that refer to them have arrived, but after all scripts and styles. */
function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    transformIndexHtml: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => FIRST_FONTS.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: {
            rel: 'preload',
            href: `/${file}`,
            as: 'font',
            type: 'font/woff2',
            crossorigin: true,
            fetchpriority: 'low',
          },
          injectTo: 'head' as const,
        })),
  };
}

const OVERLAYS = /node_modules\/(?:@radix-ui|@floating-ui|aria-hidden)\b|\/ui\/overlays\/scroll-lock\.tsx$/;

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The first script, and small modules that both the player and the app need. */
const START =
  /\/src\/main\.ts$|\/lib\/(?:api\/client|playback|session\/signed-in-hint)\.ts$|\/live\/(?:start-options|engine\/mature-consent|engine\/media\/store|engine\/recording\/stored-positions)\.ts$|\/lib\/messages\/(?:choose-language|t|language|schema-text|stored-language)\.ts$|\/packages\/messages\/src\/|virtual:message-files$|index\.html|modulepreload-polyfill/;
/** What plays the first screen's stream. It needs no framework, and the app is loaded later. */
const PLAYER = /\/live\/(?:first-stream|engine\/prepared-player)\.ts$/;
const APP = file('./src/app/app.tsx');

/**
 * Preloads the app, which main.ts imports. Browsers would compile what `modulepreload` loads at once. Where the first
 * screen plays a stream, the server leaves this out (document.ts).
 */
function preloadApp(): Plugin {
  return {
    name: 'preload-app',
    transformIndexHtml: (_html, { bundle }) =>
      Object.values(bundle ?? {})
        .filter((chunk) => chunk.type === 'chunk' && chunk.name === 'app')
        .map(({ fileName }) => ({
          tag: 'link',
          attrs: {
            rel: 'preload',
            as: 'script',
            href: `/${fileName}`,
            crossorigin: true,
            fetchpriority: 'low',
          },
          injectTo: 'head' as const,
        })),
  };
}

/** hls.js, and what chooses the quality of a live stream. */
const HLS = /\/hls\.js\/|\/engine\/quality\/browser-ladder\.ts$/;

/** Scripts that are preloaded along with the first one, by the screen's path prefix. */
const EAGER_SCREENS: Readonly<Record<string, readonly RegExp[]>> = {
  '/s/': [PLAYER, HLS],
  '/stream/': [PLAYER, HLS],
  '/embed/': [PLAYER, HLS],
};

/** Writes preloads.json, from which the server sends Link headers for those screens. */
function listPreloads(): Plugin {
  return {
    name: 'list-preloads',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const entry = chunks.find((chunk) => chunk.isEntry && chunk.name === 'index');
      const filesOf = (screen: readonly RegExp[]) => {
        const lazy = chunks.filter(({ moduleIds }) =>
          moduleIds.some((id) => screen.some((module) => module.test(id))),
        );
        const files = new Set(lazy.map(({ fileName }) => fileName));
        // The set grows during iteration, since imports have imports of their own.
        for (const file of files) {
          const chunk = chunks.find(({ fileName }) => fileName === file);
          for (const imported of chunk?.imports ?? []) files.add(imported);
        }
        return [...files].filter((file) => file !== entry?.fileName && !entry?.imports.includes(file));
      };
      const preloads = Object.entries(EAGER_SCREENS).map(([path, code]) => [
        path,
        filesOf(code).map((file) => `/${file}`),
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
  plugins: [messageKeys(), react(), tailwindcss(), preloadFonts(), preloadApp(), listPreloads()],
  resolve: {
    alias: { '@': file('./src'), 'react-remove-scroll': file('./src/ui/overlays/scroll-lock.tsx') },
  },
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
    // No data: URIs, which the CSP forbids.
    assetsInlineLimit: 0,
    // One file of styles: those of a screen alone are small, and each was one more file to wait for and to lose in an update.
    cssCodeSplit: false,
    // Browsers that lack modulepreload only lose a hint.
    modulePreload: { polyfill: false },
    // budget.json limits compressed bytes instead.
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      input: [file('./index.html'), APP],
      // Drops unused schemas, so that a screen that needs only a category's name doesn't include Zod.
      treeshake: { manualPureFunctions: ['z', 'endpoint'] },
      // One file for the first screen: on slow devices, twenty small files cost more than they save.
      output: {
        codeSplitting: {
          groups: [
            { name: 'start', test: START, priority: 3 },
            { name: 'player', test: PLAYER, priority: 2.5 },
            { name: 'app', tags: ['$initial'], priority: 2 },
            // Overlays, which nearly all screens but the first use.
            { name: 'overlays', test: OVERLAYS, priority: 1 },
            // The time to first frame matters here, and sixteen fewer requests save 0.15 s on two busy cores.
            { name: 'stream', test: /\/routes\/watch\/stream\.tsx$/ },
          ],
        },
      },
    },
  },
});
