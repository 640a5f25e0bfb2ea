import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { startLanguage } from './i18n/index.svelte';
import './tokens.css';

await startLanguage();
mount(App, { target: document.getElementById('app')! });
