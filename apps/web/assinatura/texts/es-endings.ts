import type { Endings } from './pt-endings.ts';

const DONE: Readonly<Record<string, string>> = {
  ASSINAR: 'firmó',
  APROVAR: 'aprobó',
  RECONHECER: 'reconoció',
  TESTEMUNHAR: 'firmó como testigo',
  ENDOSSAR: 'endosó',
  MIXED: 'hizo su parte',
};

/** The texts of where there is nothing (more) to do, and of faults. */
export const endings: Endings = {
  assinado: {
    titulo: (actingAs, now) => {
      if (actingAs === 'ACUSAR_RECEBIMENTO') return 'Recepción confirmada';
      const done = DONE[actingAs] ?? 'firmó';
      return now ? `Listo, usted ${done}` : `Usted ya ${done}`;
    },
    when: (whenText) => `Registrado el ${whenText} (hora de Brasilia).`,
    completed: (documentos) =>
      documentos === 1
        ? 'Todos firmaron. El documento está concluido y sellado.'
        : 'Todos firmaron. Los documentos están concluidos y sellados.',
    underWay:
      'Su parte está hecha y registrada. Cuando las demás personas firmen y el archivo se selle, la copia firmada aparece aquí.',
    sealing: (documentos: number) =>
      `Todos firmaron. Estamos sellando ${documentos === 1 ? 'el archivo' : 'los archivos'}: en instantes la copia firmada aparece aquí.`,
    sealingOne: 'Todos firmaron; el archivo se está sellando',
    following: 'Siguiendo la conclusión…',
    codigo: 'Código de validación:',
    check: 'Comprobar',
    download: 'Descargar la copia firmada',
    downloadCertificate: 'Descargar el certificado',
    noFactor: 'Para descargarla, abra el enlace desde el correo en que lo recibió.',
    copyTo: (email, sent) =>
      `${sent ? 'El enlace de la copia firmada también se envió' : 'Cuando todo esté concluido, el enlace de la copia firmada se enviará'} a ${email}.`,
    firstPage: 'Primera página del documento firmado',
    keepIt: 'Este enlace es personal y sigue sirviendo para volver a esta página.',
  },
  recibo: {
    keep: 'Guardar el recibo',
    what: 'Prueba, sin depender de nosotros, que este acto se recibió así y a esta hora.',
  },
  goBack: {
    to: (host: string) => `Volver a ${host}`,
    stay: 'Quedarse en esta página',
    soon: (seconds: number) => `Volverá en ${seconds} s.`,
  },
  people: {
    done: (done, total) =>
      `${done} de ${total} ${total === 1 ? 'persona' : 'personas'} ${done === 1 ? 'hizo' : 'hicieron'} su parte`,
    you: 'Usted',
    somebody: 'Otra persona',
    status: (status) =>
      status === 'ASSINADO'
        ? '(hecho)'
        : status === 'RECUSADO'
          ? '(rechazó)'
          : status === 'CANCELADO'
            ? '(terminado)'
            : '(falta)',
  },
  ended: {
    label: 'Lo que terminó',
    sentBy: 'Enviado por',
    reason: 'Motivo indicado por quien canceló',
  },
  statuses: {
    RASCUNHO: 'En preparación',
    AGUARDANDO_ASSINATURAS: 'Esperando a las demás personas',
    PARCIALMENTE_ASSINADO: 'Esperando a las demás personas',
    ASSINADO: 'Concluido',
    RECUSADO: 'Rechazado',
    CANCELADO: 'Cancelado',
    EXPIRADO: 'Plazo vencido',
  },
  states: {
    aguardando: {
      titulo: 'Aún no es su turno',
      texto: [
        'Otra persona tiene que firmar antes. Recibirá un aviso cuando llegue su turno.',
        'Puede cerrar esta página o dejarla abierta: se actualiza sola.',
      ],
    },
    early: {
      titulo: 'Aún no está listo para usted',
      texto: ['Cuando llegue su turno, este mismo enlace abre el documento. Esta página se actualiza sola.'],
    },
    recusado: {
      titulo: 'Usted rechazó',
      texto: ['El rechazo y su motivo quedaron registrados y se avisó a quien envió. No hay nada más que hacer aquí.'],
    },
    cancelado: {
      titulo: 'La solicitud terminó',
      texto: ['Este documento ya no espera su firma. Si tiene dudas, hable con quien envió.'],
    },
    unknown: {
      titulo: 'No encontramos este enlace',
      texto: [
        'Revise que la dirección esté completa: algunas aplicaciones cortan los enlaces largos.',
        'Si el problema sigue, pida un enlace nuevo a quien envió el documento.',
      ],
    },
    offline: {
      titulo: 'El servicio está fuera de línea por un momento',
      texto: ['No se perdió nada de lo que hizo. Volveremos a intentarlo solos, en unos segundos.'],
    },
    noConnection: {
      titulo: 'Sin conexión a internet',
      texto: ['Revise el Wi-Fi o los datos móviles. La página se abre sola cuando vuelva la conexión.'],
    },
  },
  deadLink: (motivo) => {
    switch (motivo) {
      case 'CANCELADO':
        return {
          titulo: 'La solicitud fue cancelada',
          texto: [
            'Quien envió canceló el documento. No tiene que hacer nada.',
            'Si tiene dudas, hable con quien envió.',
          ],
        };
      case 'EXPIRADO':
        return {
          titulo: 'El plazo terminó',
          texto: [
            'El documento ya no se puede firmar.',
            'Si aún quiere firmar, pida una nueva solicitud a quien envió.',
          ],
        };
      case 'RECUSADO':
        return {
          titulo: 'El documento fue rechazado',
          texto: ['Una de las personas rechazó el documento, y así terminó. No tiene que hacer nada.'],
        };
      case 'SUBSTITUIDO':
        return {
          titulo: 'Este enlace fue reemplazado',
          texto: ['Se le envió un enlace más nuevo. Busque el mensaje más reciente en su correo o teléfono.'],
        };
      case 'DELEGADO':
        return {
          titulo: 'Usted cedió esta firma a otra persona',
          texto: ['Esa persona recibe por correo un enlace propio. No tiene que hacer nada más.'],
        };
      case 'SESSAO_ENCERRADA':
        return {
          titulo: 'Esta página de firma terminó',
          texto: [
            'Por seguridad, se abre una vez y por poco tiempo. Vuelva a la página de donde vino y empiece de nuevo.',
          ],
        };
      case 'REMOVIDO':
        return {
          titulo: 'Su firma ya no es necesaria',
          texto: ['Quien envió le retiró de este documento. No tiene que hacer nada.'],
        };
      default:
        return {
          titulo: 'Este enlace ya no vale',
          texto: [
            'El documento fue cancelado, rechazado o venció su plazo, o se le envió un enlace más nuevo.',
            'Si aún tiene que firmar, pida un enlace nuevo a quien envió.',
          ],
        };
    }
  },
  noLine: {
    titulo: 'Sin conexión',
    texto: 'Lo que completó está guardado en esta página y se enviará cuando vuelva la conexión. No cierre la página.',
  },
  noService: {
    titulo: 'El servicio no respondió',
    texto: 'Lo que completó está guardado en esta página. Volveremos a intentarlo en un momento.',
  },
  pageFailure: {
    titulo: 'La página tuvo una falla',
    texto: 'No se envió nada por error. Recargue para seguir desde lo que registró el servicio.',
  },
};
