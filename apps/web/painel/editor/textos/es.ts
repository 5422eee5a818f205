import type { FatorAutenticacao, FuncaoSignatario, MetodoEntrega, TipoCampo } from '@rubrica/contract';
import { SENTENCES } from '../../../kit/rules/es.ts';
import { retellIn } from '../../../kit/rules/retell.ts';
import type { Fault, Why } from '../estado/regras.ts';
import type { Party } from '../estado/tipos.ts';
import type { Textos } from './pt.ts';

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

const retell = retellIn(SENTENCES);

const TIPOS: Record<TipoCampo, string> = {
  ASSINATURA: 'Firma',
  RUBRICA: 'Rúbrica',
  NOME: 'Nombre',
  DATA: 'Fecha',
  CPF: 'CPF',
  CNPJ: 'CNPJ',
  EMAIL: 'Correo',
  TEXTO: 'Texto',
  CHECKBOX: 'Casilla',
  IMAGEM: 'Imagen',
};

const FUNCOES: Record<FuncaoSignatario, string> = {
  ASSINAR: 'Firma',
  APROVAR: 'Aprueba',
  RECONHECER: 'Reconoce',
  TESTEMUNHAR: 'Es testigo',
  ACUSAR_RECEBIMENTO: 'Acusa recibo',
  ENDOSSAR: 'Endosa',
};

const ENTREGAS: Record<MetodoEntrega, string> = {
  EMAIL: 'Correo',
  SMS: 'SMS',
  LINK: 'Enlace que usted entrega',
  WHATSAPP: 'WhatsApp',
};

const FATORES: Record<FatorAutenticacao, string> = {
  EMAIL: 'Correo',
  SMS_OTP: 'Código por SMS',
  TOTP: 'Aplicación de autenticación',
  DADOS_PESSOAIS: 'CPF y fecha de nacimiento',
  WHATSAPP_OTP: 'Código por WhatsApp',
  SELFIE: 'Selfie',
  BIOMETRIA_FACIAL: 'Biometría facial',
  DOCUMENTO_FOTO: 'Documento con foto',
  CERTIFICADO_ICP: 'Certificado ICP-Brasil',
};

const PORQUES: Partial<Record<Why, string>> = {
  EMAIL: 'para la confirmación por correo',
  ENTREGA_EMAIL: 'porque la invitación va por correo',
  SMS_OTP: 'para el código por SMS',
  ENTREGA_SMS: 'porque la invitación va por SMS',
  DADOS_PESSOAIS: 'para la confirmación de datos personales',
};

const DADOS: Partial<Record<keyof Party, string>> = {
  nome: 'el nombre',
  email: 'el correo',
  telefone: 'el móvil',
  cpf: 'el CPF',
  dataNascimento: 'la fecha de nacimiento',
};

const INVALIDOS: Partial<Record<keyof Party, string>> = {
  email: 'El correo no está completo.',
  telefone: 'Use código de país y de área, como +55 11 98765-4321.',
  cpf: 'Los dígitos del CPF no coinciden.',
  dataNascimento: 'Esa fecha no existe.',
};

function problema(fault: Fault, name: string): string {
  switch (fault.kind) {
    case 'sem-partes':
      return 'Incluya al menos a una persona.';
    case 'sem-assinatura':
      return 'Coloque al menos un campo de firma.';
    case 'segura-sem-codigo':
      return 'El nivel Seguro exige un código: por SMS o de la aplicación de autenticación.';
    case 'prazo-passou':
      return 'El plazo ya pasó; elija un momento futuro.';
    case 'titulo':
      return 'Dé un título al documento.';
    case 'falta':
      return `Falta ${DADOS[name as keyof Party] ?? name}, ${PORQUES[fault.why] ?? ''}.`;
    case 'invalido':
      return INVALIDOS[name as keyof Party] ?? 'El valor no es válido.';
    case 'longo':
      return 'El texto es demasiado largo.';
    case 'sem-nome':
      return 'Falta el nombre.';
    case 'sem-campo':
      return 'No tiene campo de firma: solo va a leer y aceptar.';
    case 'sem-valor':
      return 'Es solo de lectura y está vacío.';
    case 'valor':
      return 'El valor inicial no es válido para este tipo de campo.';
    case 'pagina':
      return 'El archivo no tiene esa página.';
    case 'sem-dono':
      return 'Elija quién lo llena.';
    case 'recusado':
      return retell(fault.message, fault) ?? fault.message;
  }
}

export const textos: Textos = {
  preparar: 'Preparar documento',
  prepararModelo: 'Preparar modelo',
  documento: 'Documento',
  abrindo: 'Abriendo el documento…',
  baixando: 'Descargando el archivo…',
  falhou: 'No se pudo abrir el documento.',
  semLinha: 'Sin conexión. Lo intentaremos de nuevo cuando vuelva.',
  paginaFalhou: 'No se pudo dibujar esta página.',
  pagina: (number, total) => `Página ${number} de ${total}`,
  tipos: TIPOS,
  funcoes: FUNCOES,
  entregas: ENTREGAS,
  fatores: FATORES,
  problema,
  salvar: {
    salvo: 'Guardado',
    pendente: 'Guardando…',
    salvando: 'Guardando…',
    'sem-conexao': 'Sin conexión: guardaremos cuando vuelva',
    retido: 'Guardado, salvo lo que está incompleto',
    recusado: 'No se pudo guardar todo',
    fechado: 'Ya no es posible editar',
    detalheRetido:
      'Las personas a quienes les falta algún dato, y sus campos, quedan solo en esta pestaña hasta que los complete.',
  },
  barra: {
    voltar: 'Volver al documento',
    voltarAoEnvelope: 'Volver al sobre',
    ferramentas: 'Herramientas del editor',
    desfazer: 'Deshacer (Ctrl Z)',
    refazer: 'Rehacer (Ctrl Shift Z)',
    diminuir: 'Alejar',
    aumentar: 'Acercar',
    zoom: (percent) => `Zoom del ${percent}%`,
    ima: 'Ajustar a líneas y cuadrícula',
    previa: 'Ver lo que ve cada persona',
    regras: 'Reglas',
    revisar: 'Revisar y enviar',
    revisarModelo: 'Comprobar',
    problemas: (count) => plural(count, 'problema', 'problemas'),
    atalhos: 'Atajos de teclado',
  },
  pessoas: {
    titulo: 'Quién firma',
    tituloModelo: 'Roles',
    incluir: 'Incluir persona',
    incluirModelo: 'Incluir rol',
    vazio: 'Incluya a quienes van a firmar; cada persona recibe un color para sus campos.',
    vazioModelo: 'Incluya los roles que tendrá el documento, como Arrendador y Arrendatario.',
    emOrdem: 'Firman en orden',
    emOrdemDica: 'Cada turno empieza cuando termina el anterior; en el mismo turno, firman juntos.',
    vez: (number) => `Turno ${number}`,
    mover: (nome) => `Mover a ${nome}: arrastre, o use las flechas arriba y abajo`,
    semNome: 'Sin nombre',
    fechar: 'Cerrar',
    remover: 'Quitar',
    campos: (count) => (count === 0 ? 'sin campos' : plural(count, 'campo', 'campos')),
    nome: 'Nombre completo',
    papel: 'Nombre del rol',
    email: 'Correo',
    telefone: 'Móvil',
    telefoneExemplo: '+55 11 98765-4321',
    cpf: 'CPF',
    nascimento: 'Nacimiento',
    funcao: 'Qué hace',
    entrega: 'Cómo recibe la invitación',
    fatores: 'Cómo prueba quién es',
    doDocumento: 'exigido a todos',
    travar: 'No puede corregir nombre y CPF al firmar',
    movida: (nome, vez, total) => `${nome}: turno ${vez} de ${total}`,
    removida: (nome) => `${nome} salió, con sus campos. Ctrl Z lo deshace.`,
  },
  paleta: {
    titulo: 'Campos',
    dica: 'Arrastre a la página, o elija uno y presione Enter.',
    dicaToque: 'Toque para ponerlo en el medio de la página.',
    dono: 'Llenado por',
    semPessoas: 'Incluya a una persona para colocar sus campos.',
    remetente: 'Por usted, solo de lectura',
    cheio: (most) => `El límite es de ${most} campos.`,
    posto: (tipo, pagina) => `${tipo} en la página ${pagina}. Las flechas lo mueven, Alt y flechas cambian el tamaño.`,
  },
  campo: {
    remetente: 'usted',
    descricao: (tipo, rotulo, quem, pagina) => `${tipo}${rotulo ? ` “${rotulo}”` : ''}, de ${quem}, página ${pagina}`,
  },
  propriedades: {
    titulo: 'Campo',
    varios: (count) => `${count} campos`,
    nada: 'Elija un campo en la página para ver lo que puede cambiar.',
    dono: 'Quién lo llena',
    misto: 'Varios',
    rotulo: 'Etiqueta',
    rotuloDica: 'Ayuda que ve quien lo llena.',
    obrigatorio: 'Es obligatorio llenarlo',
    leitura: 'Solo de lectura, llenado por usted',
    valor: 'Valor inicial',
    valorFixo: 'Valor',
    marcado: 'Empieza marcada',
    pagina: 'Página',
    posicao: 'Posición y tamaño, en milímetros',
    x: 'Desde la izquierda',
    y: 'Desde arriba',
    largura: 'Ancho',
    altura: 'Alto',
    duplicar: 'Duplicar',
    apagar: 'Borrar',
    copiar: 'Copiar a todas las páginas',
    copiarSeguintes: 'Copiar a las páginas siguientes',
    alinhar: 'Alinear',
    alinhamentos: {
      esquerda: 'Alinear a la izquierda',
      centro: 'Centrar en horizontal',
      direita: 'Alinear a la derecha',
      topo: 'Alinear arriba',
      meio: 'Centrar en vertical',
      base: 'Alinear abajo',
    },
    distribuirX: 'Distribuir en horizontal',
    distribuirY: 'Distribuir en vertical',
    data: 'La fecha de la firma se llena sola.',
  },
  paginas: {
    titulo: 'Páginas',
    ir: (number, campos) => `Página ${number}${campos > 0 ? `, ${plural(campos, 'campo', 'campos')}` : ''}`,
  },
  anuncio: {
    mudouDePagina: (pagina) => `Ahora en la página ${pagina}`,
    apagados: (count) => `${plural(count, 'campo borrado', 'campos borrados')}. Ctrl Z lo deshace.`,
    copiados: (count) => `${plural(count, 'copia puesta', 'copias puestas')}. Ctrl Z lo deshace.`,
    naoCabem: (room) => `No caben: ${plural(room, 'campo queda', 'campos quedan')} hasta el límite.`,
    desfeito: 'Deshecho',
    refeito: 'Rehecho',
    escolhidos: (count) => plural(count, 'campo elegido', 'campos elegidos'),
  },
  regras: {
    titulo: 'Reglas del documento',
    nome: 'Título',
    mensagem: 'Mensaje de la invitación',
    nivel: 'Nivel de la firma',
    niveis: { ELETRONICA: 'Electrónica', SEGURA: 'Segura, con código' },
    fatores: 'Cómo prueban todos quiénes son',
    prazo: 'Plazo para firmar',
    lembrete: 'Recordatorio a quien no firmó',
    lembretes: { nenhum: 'No recordar', DIARIO: 'Cada día', SEMANAL: 'Cada semana' },
    recusavel: 'Quien firma puede rechazar, con motivo',
    parar: 'Un rechazo termina el documento',
    pronto: 'Listo',
  },
  revisao: {
    titulo: 'Revisar y enviar',
    tituloModelo: 'Comprobar el modelo',
    impedem: (count) => plural(count, 'problema impide el envío', 'problemas impiden el envío'),
    impedemModelo: (count) => plural(count, 'problema por resolver', 'problemas por resolver'),
    avisos: (count) => plural(count, 'punto por revisar', 'puntos por revisar'),
    ir: 'Ir allí',
    pronto: 'Todo listo para enviar.',
    prontoModelo: 'El modelo está listo para usarse.',
    acontece: 'Qué sucede al enviar',
    recebe: {
      EMAIL: (nome, onde) => `${nome} recibe la invitación por correo en ${onde}`,
      SMS: (nome, onde) => `${nome} recibe la invitación por SMS en ${onde}`,
      LINK: (nome) => `${nome} no recibe mensaje: usted copia el enlace en la página del documento y lo entrega`,
    },
    comprova: (fatores) => `prueba quién es por: ${fatores.join(', ').toLowerCase()}`,
    preenche: (count) =>
      count === 0 ? 'lee y acepta, sin campos que llenar' : `llena ${plural(count, 'campo', 'campos')}`,
    vez: (number) => (number === 1 ? 'Ahora' : `Cuando termine el turno ${number - 1}`),
    todos: 'Todos al mismo tiempo',
    prazo: (quando) => `El plazo para firmar es ${quando}.`,
    semPrazo: 'No hay plazo para firmar.',
    lembrete: {
      DIARIO: 'A quien no firme se le recuerda cada día.',
      SEMANAL: 'A quien no firme se le recuerda cada semana.',
    },
    imutavel: 'Después del envío, el archivo, los campos y las reglas ya no cambian.',
    franquia: 'El envío consume un sobre de su plan.',
    teste: 'Ambiente de prueba: los mensajes van al buzón de prueba y no se cobra nada.',
    irAoEnvelope: 'Ir al sobre',
    envelope: 'Este documento es parte de un sobre y se envía con él.',
    enviar: 'Enviar ahora',
    voltar: 'Seguir editando',
    naoSalvo: 'Aún hay cambios por guardar; revise la conexión e inténtelo de nuevo.',
    servico: 'El servicio no aceptó el envío:',
    enviado: 'Documento enviado.',
  },
  previa: {
    titulo: 'Lo que ve cada persona',
    quem: 'Ver como',
    passos: 'El camino de esta persona',
    recebe: {
      EMAIL: 'Recibe la invitación por correo',
      SMS: 'Recibe la invitación por SMS',
      LINK: 'Abre el enlace que usted entrega',
    },
    espera: (vez) => `Espera el turno ${vez}`,
    comprova: 'Prueba quién es',
    le: (paginas) => `Lee ${plural(paginas, 'página', 'páginas')} y acepta el texto`,
    preenche: (campos) => (campos.length === 0 ? 'Concluye, sin campos que llenar' : `Llena: ${campos.join(', ')}`),
    assineAqui: 'Firme aquí',
    rubriqueAqui: 'Rubrique aquí',
    ninguem: 'Incluya a una persona para ver lo que ella verá.',
  },
  avisos: {
    outraAba: 'Este documento está abierto para edición en otra pestaña. Aquí usted solo lo ve.',
    editarAqui: 'Editar en esta pestaña',
    assumindo: 'Esperando a que la otra pestaña guarde…',
    imutavel: 'El documento ya fue enviado; su contenido ya no cambia.',
    sumiu: 'El documento ya no existe.',
    semPermissao: 'Su rol no permite cambiar este documento.',
    verDocumento: 'Ver el documento',
    mudou: 'Este documento fue cambiado en otro lugar mientras usted editaba.',
    manter: 'Mantener lo que está aquí',
    carregar: 'Cargar lo que se guardó allí',
    recuperado: 'Recuperamos lo que no se había guardado la última vez.',
    atualizado: 'El documento fue cambiado en otro lugar; mostramos la versión nueva.',
    recusado: 'El servicio no aceptó parte de los cambios:',
  },
  atalhos: {
    titulo: 'Atajos de teclado',
    lista: [
      ['Tab', 'Va de campo en campo'],
      ['Enter', 'En la paleta, pone el campo en el medio de la página; en un campo, abre lo que puede cambiar'],
      ['Espacio', 'Elige el campo; con Shift, lo suma a lo elegido'],
      ['Flechas', 'Mueven 1 punto; con Shift, 10'],
      ['Alt + flechas', 'Cambian el tamaño; con Shift, en pasos de 10'],
      ['Alt + Page Up, Page Down', 'Lleva el campo a la página anterior o siguiente'],
      ['Ctrl A', 'Elige todos los campos de la página'],
      ['Ctrl C, Ctrl V', 'Copia los campos y los pone en la página a la vista'],
      ['Ctrl D', 'Duplica'],
      ['Delete', 'Borra'],
      ['Ctrl Z, Ctrl Shift Z', 'Deshace y rehace'],
      ['+, −, 0', 'Zoom'],
      ['Alt al arrastrar', 'Suelta de las líneas y la cuadrícula'],
      ['Esc', 'Suelta lo que se arrastra, o deshace la elección'],
    ],
  },
  painel: { pessoas: 'Personas', campos: 'Campos', propriedades: 'Propiedades', paginas: 'Páginas', papeis: 'Roles' },
};
