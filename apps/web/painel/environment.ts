/** Root of the panel's address in each environment; every route and link is relative to it. */
export const ROOT_OF = { PRODUCAO: '/painel', TESTE: '/painel/sandbox' } as const;
