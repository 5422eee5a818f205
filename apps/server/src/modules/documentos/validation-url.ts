import type { Ambiente } from '@rubrica/contract';

/**
 * The page on which anybody validates documents, or one document: test documents have a page of their own, which says
 * first that they are none.
 * @param publicUrl `{public_url}`
 */
export function validationUrl(publicUrl: string, ambiente: Ambiente, codigo?: string): string {
  const page = `${publicUrl}/validar${ambiente === 'TESTE' ? '/teste' : ''}`;
  return codigo === undefined ? page : `${page}/${codigo}`;
}
