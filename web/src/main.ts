import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { startLanguage } from './i18n/index.svelte';
import { reloadWhenReplaced } from './net/replaced';
import './tokens.css';

reloadWhenReplaced(window);
await startLanguage();
mount(App, { target: document.getElementById('app')! });
