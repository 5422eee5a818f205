import type { DocumentoResumo, Papel, StatusDocumento, StatusSignatario } from '@rubrica/contract';
import { describe, expect, it } from 'vitest';
import { isAllowed, mayInOwn } from '../../painel/api/permissions.ts';
import { actionsOn } from '../../painel/documentos/acts.ts';

const documento = (status: StatusDocumento, signer: StatusSignatario = 'ENVIADO', criadoPor = 'me') =>
  ({ id: 'd', status, criadoPor, signatarios: [{ status: signer }] }) as unknown as DocumentoResumo;

const as = (papel: Papel) => ({
  isAllowed: (operacao: Parameters<typeof isAllowed>[1]) => isAllowed(papel, operacao),
  mayIn: (operacao: Parameters<typeof isAllowed>[1], of: DocumentoResumo) =>
    mayInOwn({ papel, membroId: 'me' }, operacao, of),
});

const offered = (of: DocumentoResumo, papel: Papel = 'ADMINISTRADOR') => actionsOn(of, as(papel)).join(' ');

describe('what is offered on a document', () => {
  it.each([
    ['RASCUNHO', 'prepare copy modelo mover excluir'],
    ['AGUARDANDO_ASSINATURAS', 'reenviar corrigir ajustar copy modelo mover cancelar'],
    ['PARCIALMENTE_ASSINADO', 'reenviar corrigir ajustar copy modelo mover cancelar'],
    ['ASSINADO', 'descrever copy modelo mover'],
    ['RECUSADO', 'corrigir descrever copy modelo mover excluir'],
    ['CANCELADO', 'corrigir descrever copy modelo mover excluir'],
    ['EXPIRADO', 'corrigir descrever copy modelo mover excluir'],
  ] as const)('in %s: %s', (status, names) => {
    expect(offered(documento(status))).toBe(names);
  });

  it('is no sending and no cancelling once everybody has signed', () => {
    expect(offered(documento('PARCIALMENTE_ASSINADO', 'ASSINADO'))).toBe('descrever copy modelo mover');
  });

  it('to an OPERADOR is a copy of anybody’s document, and changes to its own', () => {
    expect(offered(documento('AGUARDANDO_ASSINATURAS', 'ENVIADO', 'somebody'), 'OPERADOR')).toBe('copy modelo');
    expect(offered(documento('AGUARDANDO_ASSINATURAS'), 'OPERADOR')).toBe(
      'reenviar corrigir ajustar copy modelo mover cancelar',
    );
  });

  it('to a VISUALIZADOR is nothing', () => {
    expect(offered(documento('RASCUNHO'), 'VISUALIZADOR')).toBe('');
  });
});
