/** What pages keep in `localStorage` that a page of another bundle, or of the server, reads too. */

/** The panel's session: its CSRF value and who entered. The session itself is a cookie that no script sees. */
export const SESSION_KEPT = 'rubrica.painel.sessao';
/** The test key in the examples of the documentation. It goes with the session. */
export const EXAMPLES_KEY_KEPT = 'rubrica.docs.chave';
