import type { Textos } from '../pt/links.ts';

const number = (count: number) => count.toLocaleString('es');

export const textos: Textos = {
  titulo: 'Enlaces públicos',
  blank:
    'Un enlace que cualquier persona abre, desde un sitio, un cartel o un código QR: indica su nombre y su correo, confirma la dirección y firma un documento propio. Sirve para términos de adhesión, autorizaciones y reglamentos. Cada respuesta consume un sobre.',
  create: 'Crear enlace público',
  fresh: 'Nuevo enlace público',
  more: 'Cargar más',
  done: 'Enlace público creado. Cópielo y divúlguelo donde quiera.',
  noAccess: 'Su papel no crea enlaces públicos. Hable con un operador o administrador de la organización.',
  situacao: { ABERTO: 'Abierto', ENCERRADO: 'Cerrado', ESGOTADO: 'Completo', VENCIDO: 'Plazo terminado' },
  answers: (count, limite) =>
    limite === null
      ? `${number(count)} ${count === 1 ? 'respuesta' : 'respuestas'}`
      : `${number(count)} de ${number(limite)} ${limite === 1 ? 'respuesta' : 'respuestas'}`,
  until: 'Hasta',
  stopped: {
    tag: 'Detenido',
    since: 'Desde',
    reasons: {
      FRANQUIA_ESGOTADA: 'los sobres del mes se agotaron, y quien confirma no recibe el documento.',
      RASCUNHOS_DEMAIS:
        'la organización tiene todos los borradores que permite el plan, y quien confirma no recibe el documento.',
      MODELO_INCOMPLETO: 'el modelo, o algo que el enlace usa, cambió, y falta algo para generar el documento.',
      ORGANIZACAO_SUSPENSA: 'la organización está suspendida o en cierre y no envía documentos.',
    },
  },
  copyOf: (titulo) => `Copiar el enlace «${titulo}»`,
  form: {
    link: 'El enlace',
    titulo: 'Título',
    titleHint: 'Lo que lee arriba de la página quien abre el enlace.',
    giveTitle: 'Dé un título al enlace.',
    limite: 'Límite de respuestas',
    limitHint: 'En blanco, no hay límite.',
    expiraEm: 'Recibe respuestas hasta',
    untilHint: 'En blanco, hasta que se cierre.',
    people: 'Quién firma',
    papel: 'Papel de quien abre el enlace',
    alone: (papel) => `Quien abre el enlace, como ${papel}.`,
    roleHint: 'Los demás papeles son de las mismas personas en todas las respuestas.',
    prazoDias: 'Días para firmar',
    daysHint: 'A contar de la confirmación del correo. En blanco, sin plazo.',
  },
  change: { menu: 'Título, límite y plazo', titulo: 'Cambiar el enlace público', done: 'Enlace público cambiado.' },
  end: {
    menu: 'Cerrar',
    titulo: '¿Cerrar el enlace público?',
    texto:
      'No recibe más respuestas y no puede volver a abrirse; quien lo abra verá que está cerrado. Los documentos hechos con él siguen como están.',
    confirm: 'Cerrar el enlace',
    done: 'Enlace público cerrado.',
  },
  picture: {
    menu: 'Código QR',
    titulo: 'Código QR del enlace',
    texto: 'Para carteles, mostradores e impresos: quien apunta la cámara abre el enlace.',
    alt: (titulo) => `Código QR del enlace «${titulo}»`,
    download: 'Descargar la imagen',
  },
};
