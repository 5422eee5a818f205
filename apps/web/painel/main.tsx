import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import '../kit/tokens.css';
import '../kit/too-old.css';
import './panel.css';
import { createRoot } from 'react-dom/client';
import { persistently } from '../kit/persistent.ts';
import { placeOfPage } from '../kit/too-old.ts';
import { openPanel } from './api/panel.ts';
import { App } from './app.tsx';
import { followFocus } from './parts/focus-back.ts';

followFocus();

const { api = '/v1', oauth, frame = '' } = document.documentElement.dataset;

/** The environment is part of the address, so that a link leads to the same thing for everybody. */
const sandbox = /^\/painel\/sandbox(\/|$)/.test(location.pathname);

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
// Where libraries that make style sheets of their own (get-nonce, behind Mantine's dialogs) look for it.
Object.assign(globalThis, { __webpack_nonce__: nonce });

/** Of an address that shows the editor of one draft inside another page, and nothing else of the panel. */
const ticket = /\/incorporar\/edicao\/([\w-]*)/.exec(location.pathname)?.[1];

const place = placeOfPage();
if (place && ticket !== undefined) {
  const root = createRoot(place);
  void persistently(() => import('./editor/embedded.tsx')).then(({ Embedded }) =>
    root.render(<Embedded api={api} ticket={ticket} around={frame} nonce={nonce} />),
  );
} else if (place) {
  const panel = openPanel(api, sandbox ? 'TESTE' : 'PRODUCAO', oauth === 'on');
  createRoot(place).render(<App panel={panel} nonce={nonce} />);
}
