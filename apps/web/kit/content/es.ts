import { type ContentWords, translateContent } from './translate.ts';

export const CONTENT: ContentWords = {
  told: {
    SCRIPT: 'Código JavaScript, desarmado en el documento firmado',
    LAUNCH: 'Acción que abre un programa u otro archivo, desarmada en el documento firmado',
    SUBMIT: 'Acción que envía los datos del formulario, desarmada en el documento firmado',
    IMPORT: 'Acción que importa datos al formulario, desarmada en el documento firmado',
    RESET: 'Acción que vacía el formulario, desarmada en el documento firmado',
    OTHER_FILE: 'Acción que lleva a otro archivo, desarmada en el documento firmado',
    HIDE: 'Acción que muestra u oculta partes de la página, desarmada en el documento firmado',
    LAYER_STATE: 'Acción que activa o desactiva capas, desarmada en el documento firmado',
    COMMAND: 'Acción que da una orden al lector de PDF, desarmada en el documento firmado',
    ADDRESS: 'Enlace que no lleva a internet ni a un correo o teléfono, desarmado en el documento firmado',
    UNKNOWN: 'Acción de tipo desconocido, desarmada en el documento firmado',
    TRIGGER:
      'Acción que ocurre sin que nadie haga clic (al abrir, pasar la página o imprimir), desarmada en el documento firmado',
    REQUIREMENT: 'Exigencia de funciones del lector de PDF, retirada del documento firmado',
    XFA: 'Formulario XFA, que algunos lectores muestran en lugar de las páginas, retirado del documento firmado',
    MEDIA: 'Acción que reproduce audio, video o animación, desarmada en el documento firmado',
    PLAYER: 'Audio, video o contenido 3D; en el documento firmado queda solo la imagen',
    ATTACHMENT: 'Archivo adjunto, que no forma parte de las páginas',
    PORTFOLIO:
      'Cartera de archivos, que algunos lectores muestran en lugar de las páginas; el documento firmado muestra las páginas',
    LAYERS: 'Capas que el lector de PDF permite activar y desactivar',
    LAYERS_HIDDEN: 'Capas ocultas al abrir el archivo',
    LAYERS_PRINT: 'Contenido que se ve de una forma en pantalla y de otra en papel',
    NOTES_ON_SCREEN: 'Anotaciones que se veían solo en pantalla; en el documento firmado se ven también en papel',
    NOTES_HIDDEN: 'Anotaciones ocultas, que podrían verse en pantalla más tarde; en el documento firmado no se ven',
    NOTES_IN_PRINT: 'Anotaciones que se veían solo en papel; en el documento firmado no se ven',
    LOSES_PDFA: 'El archivo declara PDF/A-{nome}, y el documento firmado no lo mantiene',
    LOSES_STRUCTURE:
      'El archivo está marcado para leerse en voz alta, y lo que se escribe al firmar no entra en esas marcas',
    FIELD_TAGS: 'Marcas de campo, cuyo texto no se ve en el documento firmado',
  },
  andMore: (rest) => ` y ${rest} más`,
};

/** A sentence of what a file brings, in Spanish; null for a wording unknown here. */
export const contentInSpanish = (sentence: string) => translateContent(sentence, CONTENT);
/** Above the sentences that are on record. */
export const recorded = 'Como consta en el registro, en portugués';
