import '../kit/base.css';
import '../kit/site.css';
import './publico.css';
import { createClient } from '@rubrica/sdk';
import { render } from 'preact';
import { App } from './app.tsx';

const {
  publico = '',
  anfitriao: hostName = location.host,
  verificador: verifier = '',
} = document.documentElement.dataset;

/** Longer than any answer of these pages worth waiting for. */
const ANSWER_WITHIN_MS = 30_000;

const publicUrl = location.origin + publico;
const client = createClient({
  baseUrl: publicUrl,
  publicUrl,
  init: { credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' },
  fetch: (input, init) => {
    const late = AbortSignal.timeout?.(ANSWER_WITHIN_MS);
    return fetch(input, { ...init, ...(late && !init?.signal ? { signal: late } : {}) });
  },
});

const place = document.getElementById('app');
if (place) {
  const page = location.pathname.startsWith('/contato') ? 'contato' : 'validar';
  render(<App page={page} site={{ client, host: hostName, verifierSha256: verifier }} />, place);
}
