import { SENTENCES } from '../../kit/rules/es.ts';
import { retellIn } from '../../kit/rules/retell.ts';
import type { Texts } from './pt.ts';

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

export const es: Texts = {
  fromService: retellIn(SENTENCES),
  pageTitle: 'Documento para firmar',
  skipToContent: 'Saltar al contenido',
  language: 'Idioma',
  opening: 'Abriendo…',
  footer: 'Firma electrónica por Rubrica',
  footerLinks: 'Ayuda',
  reportSender: 'Denunciar al remitente',
  reportSubject: (remetente) => `Denuncia del remitente ${remetente}`,
  privacy: 'Privacidad',
  again: 'Intentar de nuevo',
  againIn: (left) => `Intentar de nuevo en ${left}`,
  minutes: (count) => plural(count, 'minuto', 'minutos'),
  test: 'Entorno de prueba: nada de lo que se firma aquí tiene validez jurídica.',
  troubles: {
    unknown: {
      titulo: 'No encontramos este enlace',
      texto: [
        'Compruebe que la dirección está completa: algunas aplicaciones cortan los enlaces largos.',
        'Si el problema continúa, pida otra vez el enlace a quien se lo envió.',
      ],
    },
    over: {
      titulo: 'Ya no se reciben respuestas',
      texto: ['Si aún necesita firmar, hable con quien le envió el enlace.'],
    },
    another: { titulo: 'Falta pedir otro mensaje', texto: [] },
    unavailable: { titulo: 'No es posible responder ahora', texto: [] },
    limit: { titulo: 'Demasiados intentos seguidos', texto: ['Espere un poco e inténtelo de nuevo.'] },
    down: {
      titulo: 'El servicio está fuera de línea por un instante',
      texto: ['No se perdió nada. Inténtelo de nuevo en unos segundos.'],
    },
    offline: {
      titulo: 'Sin conexión a internet',
      texto: ['Compruebe el wifi o los datos móviles. La página sigue sola cuando vuelva la conexión.'],
    },
    refused: { titulo: 'El servicio no aceptó la solicitud', texto: [] },
  },
  failures: {
    limit: (left) => `Demasiadas solicitudes seguidas. Podrá intentarlo de nuevo en ${left}.`,
    over: 'Ya es posible intentarlo de nuevo.',
    down: 'El servicio no respondió. Lo que usted escribió sigue aquí: inténtelo de nuevo en un momento.',
    offline: 'Sin conexión a internet. Lo que usted escribió sigue aquí: inténtelo de nuevo cuando vuelva la conexión.',
  },
  form: {
    request: (remetente) => `${remetente} le invita a leer y firmar este documento.`,
    pages: (count) => `Documento de ${plural(count, 'página', 'páginas')}`,
    role: (papel) => `Su papel: ${papel}`,
    nome: 'Su nombre completo',
    nameHint: 'Como debe aparecer en el documento firmado.',
    email: 'Su correo electrónico',
    missing: {
      nome: 'Indique su nombre.',
      email: 'Revise el correo: falta algo, como en nombre@ejemplo.com.',
    },
    next: 'Enviaremos un mensaje a este correo para confirmar que es suyo; por él usted lee el documento y firma.',
    send: 'Continuar',
    sending: 'Enviando…',
    privacy: (remetente) =>
      `Su nombre y su correo van a ${remetente} con este documento y no sirven para nada más. Sin la confirmación, se borran después de 24 horas.`,
  },
  sent: {
    titulo: 'Mire su correo',
    to: 'Enviamos un mensaje a',
    what: 'Ábralo y toque «Confirmar y leer el documento». Puede cerrar esta página.',
    until: (when) => `El mensaje vale hasta el ${when} (hora de Brasilia).`,
    test: 'En el entorno de prueba el mensaje no sale: queda en el buzón de prueba de quien creó este enlace.',
    help: {
      titulo: '¿No llegó?',
      texto: [
        'Espere un minuto: a veces tarda.',
        'Busque en el spam, en el correo no deseado y en la pestaña de promociones.',
        'Compruebe que la dirección de arriba es correcta.',
      ],
      sentAgain: 'Lo enviamos otra vez. Vale el mensaje más nuevo.',
      again: 'Enviar de nuevo',
      againIn: (left) => `Enviar de nuevo en ${left}`,
      edit: 'Corregir la dirección',
    },
  },
  confirm: {
    titulo: 'Confirme que este correo es suyo',
    texto:
      'Con un toque usted confirma la dirección y el documento se prepara a este nombre, para leerlo antes de firmar.',
    button: 'Confirmar y leer el documento',
    making: 'Preparando el documento…',
    wait: 'Tarda unos segundos. No cierre la página.',
    name: 'El documento se hará a nombre de',
    otherName: '¿No es su nombre? Cierre esta página y pídalo de nuevo por el enlace, con el nombre correcto.',
    notMine: 'Si no fue usted quien lo pidió, cierre esta página: no se hace ningún documento sin la confirmación.',
    later: {
      titulo: 'Su solicitud está confirmada',
      texto: [
        'Otra persona firma antes; la invitación llega por correo cuando sea su turno.',
        'Puede cerrar esta página.',
      ],
    },
  },
  pageFailure: {
    titulo: 'La página encontró un fallo',
    texto: 'No se envió nada por error. Recargue para intentarlo de nuevo.',
    reloadPage: 'Recargar la página',
  },
};
