import type { RouteObject } from 'react-router';
import { NotFound, RouteFailure } from './parts/route-failure.tsx';
import { Shell } from './shell/shell.tsx';
import { Start } from './shell/start.tsx';

/**
 * Every address of the panel, relative to `/painel` or `/painel/sandbox`. A screen is a module that exports `Component`,
 * loaded when it is first shown.
 */

/** Signing in, for people without a session. */
const signIn: RouteObject[] = [
  { path: 'entrar', lazy: () => import('./account/sign-in.tsx') },
  { path: 'cadastro', lazy: () => import('./account/sign-up.tsx') },
  { path: 'esqueci-a-senha', lazy: () => import('./account/forgot-password.tsx') },
  { path: 'redefinir-senha/:token', lazy: () => import('./account/reset-password.tsx') },
  { path: 'confirmar-email/:token', lazy: () => import('./account/confirm-email.tsx') },
  { path: 'convite/:token', lazy: () => import('./account/invitation.tsx') },
];

/** Of a screen that takes the whole width, without the navigation beside it. */
const WIDE = { wide: true };

/** Screens inside the frame, for people who have entered. */
const screens: RouteObject[] = [
  { path: 'inicio', lazy: () => import('./home/home.tsx') },
  { path: 'documentos', lazy: () => import('./documentos/list.tsx') },
  { path: 'documentos/excluidos', lazy: () => import('./documentos/deleted.tsx') },
  { path: 'documentos/:documentoId', lazy: () => import('./documentos/page.tsx') },
  { path: 'documentos/:documentoId/preparar', handle: WIDE, lazy: () => import('./editor/index.tsx') },
  { path: 'contatos', lazy: () => import('./contatos/list.tsx') },
  { path: 'modelos', lazy: () => import('./modelos/list.tsx') },
  { path: 'modelos/:modeloId', lazy: () => import('./modelos/page.tsx') },
  { path: 'modelos/:modeloId/usar', lazy: () => import('./modelos/use.tsx') },
  { path: 'modelos/:modeloId/link-publico', lazy: () => import('./modelos/new-link.tsx') },
  { path: 'modelos/:modeloId/planilha', lazy: () => import('./modelos/spreadsheet/index.tsx') },
  { path: 'envelopes', lazy: () => import('./envelopes/list.tsx') },
  { path: 'envelopes/novo', lazy: () => import('./envelopes/new.tsx') },
  { path: 'envelopes/:envelopeId', lazy: () => import('./envelopes/page.tsx') },
  { path: 'modelos/:modeloId/preparar', handle: WIDE, lazy: () => import('./editor/modelo.tsx') },
  { path: 'integracao/chaves', lazy: () => import('./integration/keys.tsx') },
  { path: 'integracao/chaves/nova', lazy: () => import('./integration/new-key.tsx') },
  { path: 'integracao/webhooks', lazy: () => import('./integration/webhooks.tsx') },
  { path: 'integracao/webhooks/novo', lazy: () => import('./integration/new-webhook.tsx') },
  { path: 'integracao/webhooks/:webhookId', lazy: () => import('./integration/webhook.tsx') },
  { path: 'integracao/incorporacao', lazy: () => import('./integration/embedding.tsx') },
  { path: 'integracao/uso', lazy: () => import('./integration/usage.tsx') },
  { path: 'integracao/linha', lazy: () => import('./integration/timeline.tsx') },
  { path: 'caixa/:mensagemId?', lazy: () => import('./integration/mailbox.tsx') },
  { path: 'organizacao', lazy: () => import('./organizacao/details.tsx') },
  { path: 'organizacao/marca', lazy: () => import('./organizacao/brand.tsx') },
  { path: 'organizacao/modelos-email', lazy: () => import('./organizacao/email-templates.tsx') },
  { path: 'organizacao/membros', lazy: () => import('./organizacao/members.tsx') },
  { path: 'organizacao/consumo', lazy: () => import('./organizacao/consumo.tsx') },
  { path: 'organizacao/extrato', lazy: () => import('./organizacao/statement.tsx') },
  { path: 'organizacao/plano', lazy: () => import('./organizacao/plano.tsx') },
  { path: 'organizacao/faturas/:faturaId?', lazy: () => import('./organizacao/invoices.tsx') },
  { path: 'organizacao/retencao', lazy: () => import('./organizacao/retention.tsx') },
  { path: 'organizacao/titulares', lazy: () => import('./organizacao/data-subjects.tsx') },
  { path: 'organizacao/titulares/:solicitacaoId', lazy: () => import('./organizacao/data-subject.tsx') },
  { path: 'conta', lazy: () => import('./account/account.tsx') },
  { path: 'conta/sessoes', lazy: () => import('./account/sessions.tsx') },
];

export const routes: RouteObject[] = [
  {
    ErrorBoundary: RouteFailure,
    children: [
      { index: true, Component: Start },
      { children: signIn },
      {
        Component: Shell,
        children: [{ ErrorBoundary: RouteFailure, children: [...screens, { path: '*', Component: NotFound }] }],
      },
    ],
    HydrateFallback: () => null,
  },
];
