/** `packages/contract/src/rules/sandbox.ts` in Spanish. */
export const SANDBOX = {
  clockOneOfTwo: 'Indique segundos o ate: uno de los dos, y solo uno.',
  clockNeverBack: 'El reloj ya pasó de esa hora; solo reiniciándolo vuelve.',
  clockTooFar: 'El reloj puede estar como máximo {n} días por delante de la hora real.',
  clockStillMoving:
    'El reloj sigue en camino: lo que vence hasta allí continúa haciéndose. Consúltelo en unos instantes.',
  clockStillBusy: 'El sandbox sigue haciendo lo que se pidió antes, y el reloj no volvió. Repita en unos instantes.',
  clockHoldsDocuments:
    'Hay documentos de prueba con eventos posteriores a la hora real ({n}): exclúyalos, o vacíe el sandbox, y el reloj vuelve.',
};
