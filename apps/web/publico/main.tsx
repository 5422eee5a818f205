import '../kit/base.css';
import '../kit/site.css';
import '../kit/too-old.css';
import './publico.css';
import { createClient } from '@rubrica/sdk/client';
import { render } from 'preact';
import { App } from './app.tsx';

const { base = '', host = location.host, verifier = '' } = document.documentElement.dataset;

/** Longer than any answer of these pages worth waiting for. */
const ANSWER_WITHIN_MS = 30_000;

const publicUrl = location.origin + base;
const client = createClient({
  baseUrl: publicUrl,
  publicUrl,
  init: { credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' },
  timeout: ANSWER_WITHIN_MS,
});

const place = document.getElementById('app');
if (place) {
  const page = location.pathname.startsWith('/contato') ? 'contato' : 'validar';
  render(<App page={page} site={{ client, host, verifierSha256: verifier }} />, place);
}
