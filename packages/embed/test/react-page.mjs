// A page that a server sent and React takes over; `show` renders it anew, with other functions each time.
import { RubricaAssinatura, RubricaEditor } from '@rubrica/embed/react';
import { createElement, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';

const HANDLERS = [
  'aoFicarPronto',
  'aoVisualizar',
  'aoAssinar',
  'aoRecusar',
  'aoDelegar',
  'aoSalvar',
  'aoEnviar',
  'aoErrar',
  'aoMudarAltura',
];
const container = document.getElementById('react');
let root;
window.told = [];
window.show = (version, props, editor = false) => {
  const handlers = HANDLERS.map((name) => [name, (dados) => window.told.push([version, name, dados])]);
  const shown = createElement(editor ? RubricaEditor : RubricaAssinatura, {
    ...props,
    ...Object.fromEntries(handlers),
  });
  const strict = createElement(StrictMode, null, shown);
  if (root) root.render(strict);
  else root = hydrateRoot(container, strict);
};
