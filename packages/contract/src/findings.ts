/** What an examination found about one point: `rubrica doutor --json` and `npm run operador -- doutor --json`. */
export interface Finding {
  readonly ponto: string;
  readonly situacao: FindingState;
  readonly fato: string;
  readonly oQueFazer: string | null;
}

/** NAO_VERIFICADO is what could not be looked at from where the examination is made: neither good nor bad. */
export type FindingState = 'OK' | 'AVISO' | 'FALHA' | 'NAO_SE_APLICA' | 'NAO_VERIFICADO';
