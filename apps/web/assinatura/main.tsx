import '../kit/base.css';
import '../kit/sender.css';
import '../kit/too-old.css';
import './assinatura.css';
import { render } from 'preact';
import { openApi } from '../kit/api.ts';
import { persistently } from '../kit/persistent.ts';
import { placeOfPage } from '../kit/too-old.ts';
import { App } from './app.tsx';
import { Road } from './journey.ts';

const { api = '/v1', frame = '' } = document.documentElement.dataset;

/** What the address ends with is read from it once and stays in memory; a damaged one is an unknown one. */
function lastOf(path: string): string {
  const last = location.pathname.replace(/\/+$/, '').split(path)[1] ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return '';
  }
}

/** Of an address that is shown inside another page. */
const ticket = lastOf('/incorporar/');
const embedded = () => persistently(() => import('./embedded.ts'));
const calls = openApi(api);
const road = ticket
  ? new Road('', calls, async () => (await embedded()).begin(ticket, calls))
  : new Road(lastOf('/assinar/'), calls);
const place = placeOfPage();
if (place) {
  render(<App road={road} />, place);
  road.start();
  if (ticket) void embedded().then(({ liveInside }) => liveInside(road, frame));
}
