import type { Courtesy } from './statement.ts';

export const courtesy: Courtesy = {
  says: 'El texto en portugués de arriba es con el que usted está de acuerdo. Esta traducción es una cortesía:',
  paragraphs: {
    '1a21fc2131132bd5050f35f08554d16c0d7876a195cfab4bc76f42de9152df86': [
      'Declaro que leí íntegramente el documento presentado y que estoy de acuerdo con su contenido.',
      'Reconozco como válida la firma electrónica que haré a continuación, con los factores de autenticación que cumplí, en los términos del artículo 10, párrafo 2, de la Medida Provisional n.º 2.200-2/2001 y de la Ley n.º 14.063/2020, y acepto que se registren como prueba de mi acto: fecha y hora, dirección IP y puerto, dispositivo y navegador, ubicación aproximada y las etapas que recorrí.',
    ],
  },
};
