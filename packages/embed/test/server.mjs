// Prints what a server sends of the component, where there is no browser; whoever installed the package can run it, too.
import '@rubrica/embed';
import { RubricaAssinatura, RubricaEditor } from '@rubrica/embed/react';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';

const props = { link: 'https://exemplo.com.br/incorporar/a', titulo: 'Contrato', alturaAutomatica: true };
console.log(renderToString(createElement(RubricaAssinatura, { ...props, className: 'largo' })));
console.log(renderToString(createElement(RubricaEditor, props)));
