import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where the API runs while developing: the server's own PORT. */
const server = `http://127.0.0.1:${process.env.PORT ?? '8080'}`;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
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
