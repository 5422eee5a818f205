import type { LinkPurpose, SignatarioRow } from '../documentos/index.ts';

/** What tells whether the sender hands a link over. */
export interface LinkDelivery {
  readonly canal: 'EMAIL' | 'SMS' | 'LINK';
  readonly motivo: LinkPurpose;
}

/**
 * Whether the person acts on a device that the sender handed over, as far as the sender says so: by the link that is given
 * with it. What the person's own account or one session in another page was given is opened elsewhere.
 */
export const isInPerson = (
  { canal, motivo }: LinkDelivery,
  { presencial }: Pick<SignatarioRow, 'presencial'>,
): boolean => presencial && canal === 'LINK' && motivo !== 'PAINEL' && motivo !== 'INCORPORADO';
