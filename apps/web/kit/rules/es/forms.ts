/** `packages/contract/src/rules/forms.ts` in Spanish. */
export const FORMS = {
  formFactor:
    'Quien llega por un enlace público solo puede cumplir EMAIL y TOTP; {fator} depende de datos que da el remitente.',
  formClosed: 'Este enlace ya no recibe respuestas.',
  formFull: 'Este enlace ya recibió todas las respuestas que podía.',
  formOver: 'El plazo de este enlace pasó.',
  formUnavailable: 'Este enlace no puede recibir respuestas ahora. Avise a quien se lo envió.',
  formRequestOver: 'Esta confirmación ya no sirve. Abra el enlace de nuevo y pida otro mensaje.',
  formRequestRenamed: 'Mientras tanto, alguien pidió de nuevo con otro nombre. Revise el nombre antes de confirmar.',
  formRequests: 'Demasiadas solicitudes seguidas. Inténtelo de nuevo en {n} s.',
  formLimit: 'Hasta {n} enlaces abiertos por modelo: cierre los que no usa.',
  formLimitBelow: 'Ya hay {n} respuestas.',
};
