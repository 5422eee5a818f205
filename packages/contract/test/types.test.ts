import { expectTypeOf, test } from 'vitest';
import type {
  AnswerOf,
  BodyOf,
  Documento,
  DocumentoEntrada,
  PaginaDeDocumentoResumo,
  ParamsOf,
  QueryOf,
  ReenvioEntrada,
  StatusDocumento,
  UploadOperationId,
} from '../src/index.ts';

test('derived types resolve to real ones', () => {
  expectTypeOf<ParamsOf<'obterDocumento'>>().toEqualTypeOf<{ documentoId: string }>();
  expectTypeOf<ParamsOf<'listarDocumentos'>>().toEqualTypeOf<undefined>();
  expectTypeOf<QueryOf<'listarDocumentos'>>().toEqualTypeOf<{
    limite?: number;
    cursor?: string;
    status?: StatusDocumento;
    pastaId?: string;
    referenciaExterna?: string;
    criadoDesde?: string;
    criadoAte?: string;
    atualizadoDesde?: string;
    atualizadoAte?: string;
    finalizadoDesde?: string;
    finalizadoAte?: string;
    ordenarPor?: 'criadoEm' | 'atualizadoEm' | 'finalizadoEm';
    excluidos?: boolean;
    busca?: string;
  }>();
  expectTypeOf<BodyOf<'criarDocumento'>>().toEqualTypeOf<DocumentoEntrada>();
  expectTypeOf<BodyOf<'criarVersao'>>().toEqualTypeOf<undefined>();
  expectTypeOf<BodyOf<'reenviarDocumento'>>().toEqualTypeOf<ReenvioEntrada | undefined>();
  expectTypeOf<BodyOf<'emitirTokenOAuth'>['grant_type']>().toEqualTypeOf<
    'authorization_code' | 'refresh_token' | 'client_credentials'
  >();
  expectTypeOf<AnswerOf<'obterDocumento'>>().toEqualTypeOf<Documento>();
  expectTypeOf<AnswerOf<'listarDocumentos'>>().toEqualTypeOf<PaginaDeDocumentoResumo>();
  expectTypeOf<AnswerOf<'excluirDocumento'>>().toEqualTypeOf<undefined>();
  expectTypeOf<AnswerOf<'baixarArquivo'>>().toEqualTypeOf<{ url: string; expiraEm: string }>();
  expectTypeOf<AnswerOf<'baixar'>>().toEqualTypeOf<never>();
});

test('objects carry literal states and nulls', () => {
  expectTypeOf<Documento['status']>().toEqualTypeOf<StatusDocumento>();
  expectTypeOf<Documento['prazoEm']>().toEqualTypeOf<string | null>();
  expectTypeOf<Documento['signatarios'][number]['link']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<DocumentoEntrada['ordenado']>().toEqualTypeOf<boolean | undefined>();
  expectTypeOf<PaginaDeDocumentoResumo['proximoCursor']>().toEqualTypeOf<string | null | undefined>();
});

test('upload operations are told apart', () => {
  expectTypeOf<UploadOperationId>().toEqualTypeOf<'criarDocumento' | 'criarVersao' | 'criarModelo'>();
});
