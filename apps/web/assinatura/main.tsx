import '../kit/base.css';
import './assinatura.css';
import { render } from 'preact';
import { openApi } from '../kit/api.ts';
import { App } from './app.tsx';
import { Road } from './journey.ts';

const { api = '/v1' } = document.documentElement.dataset;

/** The token is read from the address once and stays in memory; a damaged one is an unknown one. */
function tokenFromPath(): string {
  const last = location.pathname.replace(/\/+$/, '').split('/assinar/')[1] ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return '';
  }
}

const road = new Road(tokenFromPath(), openApi(api));
const place = document.getElementById('app');
if (place) render(<App road={road} />, place);
road.start();
