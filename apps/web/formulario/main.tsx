import '../kit/base.css';
import '../kit/sender.css';
import '../kit/too-old.css';
import { render } from 'preact';
import { openApi } from '../kit/api.ts';
import { placeOfPage } from '../kit/too-old.ts';
import { App } from './app.tsx';

const { api = '/v1' } = document.documentElement.dataset;

/** What the address ends with is read from it once and stays in memory; a damaged one is an unknown one. */
function lastOf(path: string): string {
  try {
    return decodeURIComponent(path.split('/').pop() ?? '');
  } catch {
    return '';
  }
}

const path = location.pathname.replace(/\/+$/, '');
const confirming = path.includes('/formulario/confirmar');
const place = placeOfPage();
if (place) {
  render(<App page={confirming ? 'confirmar' : 'pedir'} token={lastOf(path)} client={openApi(api).client} />, place);
}
