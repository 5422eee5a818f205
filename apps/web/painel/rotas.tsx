import type { RouteObject } from 'react-router';
import { Casca } from './casca/casca.tsx';
import { Inicio } from './casca/inicio.tsx';
import { FalhaDeRota, NaoEncontrado } from './partes/falha-de-rota.tsx';

/**
 * Every address of the panel, relative to `/painel` or `/painel/sandbox`. A screen is a module that exports `Component`,
 * loaded when it is first shown.
 */

/** The way in, for whoever has no session. */
const entrada: RouteObject[] = [
  { path: 'entrar', lazy: () => import('./conta/entrar.tsx') },
  { path: 'cadastro', lazy: () => import('./conta/cadastro.tsx') },
  { path: 'esqueci-a-senha', lazy: () => import('./conta/esqueci.tsx') },
  { path: 'redefinir-senha/:token', lazy: () => import('./conta/redefinir.tsx') },
  { path: 'confirmar-email/:token', lazy: () => import('./conta/confirmar-email.tsx') },
  { path: 'convite/:token', lazy: () => import('./conta/convite.tsx') },
];

/** Of a screen that takes the whole width, without the navigation beside it. */
const LARGO = { largo: true };

/** Screens inside of the frame, for whoever has entered. */
const telas: RouteObject[] = [
  { path: 'documentos', lazy: () => import('./documentos/lista.tsx') },
  { path: 'documentos/:documentoId', lazy: () => import('./documentos/pagina.tsx') },
  { path: 'documentos/:documentoId/preparar', handle: LARGO, lazy: () => import('./editor/index.tsx') },
  { path: 'modelos', lazy: () => import('./modelos/lista.tsx') },
  { path: 'modelos/:modeloId', lazy: () => import('./modelos/pagina.tsx') },
  { path: 'modelos/:modeloId/usar', lazy: () => import('./modelos/usar.tsx') },
  { path: 'modelos/:modeloId/planilha', lazy: () => import('./modelos/planilha/index.tsx') },
  { path: 'envelopes', lazy: () => import('./envelopes/lista.tsx') },
  { path: 'envelopes/novo', lazy: () => import('./envelopes/novo.tsx') },
  { path: 'envelopes/:envelopeId', lazy: () => import('./envelopes/pagina.tsx') },
  { path: 'modelos/:modeloId/preparar', handle: LARGO, lazy: () => import('./editor/modelo.tsx') },
  { path: 'integracao/chaves', lazy: () => import('./integracao/chaves.tsx') },
  { path: 'integracao/chaves/nova', lazy: () => import('./integracao/chave-nova.tsx') },
  { path: 'integracao/webhooks', lazy: () => import('./integracao/webhooks.tsx') },
  { path: 'integracao/webhooks/novo', lazy: () => import('./integracao/webhook-novo.tsx') },
  { path: 'integracao/webhooks/:webhookId', lazy: () => import('./integracao/webhook.tsx') },
  { path: 'integracao/uso', lazy: () => import('./integracao/uso.tsx') },
  { path: 'caixa/:mensagemId?', lazy: () => import('./integracao/caixa.tsx') },
  { path: 'organizacao', lazy: () => import('./organizacao/dados.tsx') },
  { path: 'organizacao/marca', lazy: () => import('./organizacao/marca.tsx') },
  { path: 'organizacao/modelos-email', lazy: () => import('./organizacao/modelos-email.tsx') },
  { path: 'organizacao/membros', lazy: () => import('./organizacao/membros.tsx') },
  { path: 'organizacao/consumo', lazy: () => import('./organizacao/consumo.tsx') },
  { path: 'organizacao/extrato', lazy: () => import('./organizacao/extrato.tsx') },
  { path: 'organizacao/plano', lazy: () => import('./organizacao/plano.tsx') },
  { path: 'organizacao/faturas/:faturaId?', lazy: () => import('./organizacao/faturas.tsx') },
  { path: 'organizacao/retencao', lazy: () => import('./organizacao/retencao.tsx') },
  { path: 'organizacao/titulares', lazy: () => import('./organizacao/titulares.tsx') },
  { path: 'organizacao/titulares/:solicitacaoId', lazy: () => import('./organizacao/titular.tsx') },
  { path: 'conta', lazy: () => import('./conta/conta.tsx') },
  { path: 'conta/sessoes', lazy: () => import('./conta/sessoes.tsx') },
];

export const rotas: RouteObject[] = [
  {
    ErrorBoundary: FalhaDeRota,
    children: [
      { index: true, Component: Inicio },
      { children: entrada },
      {
        Component: Casca,
        children: [{ ErrorBoundary: FalhaDeRota, children: [...telas, { path: '*', Component: NaoEncontrado }] }],
      },
    ],
    HydrateFallback: () => null,
  },
];
