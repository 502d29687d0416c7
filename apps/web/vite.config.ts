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

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), preloadFonts()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  server: {
    port: 5173,
    strictPort: true,
    proxy: {
      '/api': { target: server, ws: true, changeOrigin: false },
      '/live': server,
      '/healthz': server,
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
    },
  },
});
