import type { Ambiente } from '@rubrica/contract';

/**
 * The page on which anyone can validate documents, or one document. Test documents have a separate page, which begins
 * by saying that they are not real.
 * @param publicUrl `{public_url}`
 */
export function validationUrl(publicUrl: string, ambiente: Ambiente, codigo?: string): string {
  const page = `${publicUrl}/validar${ambiente === 'TESTE' ? '/teste' : ''}`;
  return codigo === undefined ? page : `${page}/${codigo}`;
}
