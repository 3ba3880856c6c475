#!/bin/sh
# A node of the cluster, as the first process of its own namespaces: its network card, its disks, and etcd and Patroni, which are started
# again as systemd would do it. Given: number, root of the programs, folder of the disks, this project's deploy/cluster, network.
set -eu
number="$1" root="$2" disks="$3" deploy="$4" network="$5" second="$6"
until ip link show eth0 >/dev/null 2>&1; do sleep 0.02; done
ip link set lo up
ip address add "$network.1$number/24" dev eth0
ip address add "$second.1$number/24" dev eth0
ip link set eth0 up

for folder in run tmp; do mount -t tmpfs -o mode=1777 tmpfs "$root/$folder"; done
mount --rbind /dev "$root/dev"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
mount -t proc proc "$root/proc"
mount --bind "$deploy" "$root/srv/cluster"
mount --bind "$disks/hosts" "$root/etc/hosts"
mount --bind "$disks/$number/postgresql" "$root/var/lib/postgresql"
mount --bind "$disks/$number/etcd" "$root/var/lib/etcd"
mkdir -p "$root/run/postgresql"
chown "$ACCOUNT:$ACCOUNT" "$root/run/postgresql"
cd "$root"

serve() {
  while :; do
    chroot --userspec="$ACCOUNT:$ACCOUNT" "$root" "$@" || true
    sleep 1
  done
}
serve /usr/bin/etcd >>"$disks/$number/etcd.log" 2>&1 &
chroot "$root" /srv/cluster/refuse-old-patroni.sh /usr/bin/patroni
serve /usr/bin/patroni /srv/cluster/patroni.yml >>"$disks/$number/patroni.log" 2>&1 &
wait
