export { ChannelSwarmSetting } from './channel-swarm.tsx';
export { HomeSwarm } from './home-swarm.tsx';
export { InstanceSwarm } from './instance-swarm.tsx';
export { StreamSwarmFigures } from './stream-swarm.tsx';
