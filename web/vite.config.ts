import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// The built client is served by the Python package; BLOCKFRONT_API points the development server at a running one.
export default defineConfig({
  plugins: [svelte()],
  base: '/',
  build: {
    outDir: '../src/blockfront/server/static',
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 400,
  },
  server: {
    proxy: { '/api': { target: process.env.BLOCKFRONT_API ?? 'http://127.0.0.1:8000', ws: true } },
    fs: { allow: ['..'] },
  },
});
