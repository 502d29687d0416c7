declare module 'node-media-server' {
  export default class NodeMediaServer {
    constructor(config: {
      bind: string;
      rtmp: { port: number };
      store: { path: string };
      record: { auto: boolean; path: string };
      webadmin: { enable: boolean };
    });
    run(): Promise<void>;
  }
}
