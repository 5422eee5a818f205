/** `packages/contract/src/rules/embedding.ts` in Spanish. */
export const EMBEDDING = {
  originForm: 'Indique solo esquema, máquina y puerto, como https://app.ejemplo.com; http solo en localhost.',
  originLocal: 'Fuera del sandbox, localhost no sirve; use un origen https.',
  originUnlisted: '{origem} no está en origensPermitidas de la organización.',
  returnForm: 'Use una dirección https completa, sin usuario; http solo en localhost.',
  signerDone: 'Esta persona ya concluyó su parte.',
  editorOnly: 'Con la sesión del editor solo se lee, se cambia y se envía su borrador.',
  editorOver: 'Este editor ya fue abierto, o el plazo pasó. Vuelva a la página de donde vino y empiece de nuevo.',
  embeddedOver: 'Esta firma ya fue abierta, o el plazo pasó. Vuelva a la página de donde vino y empiece de nuevo.',
};
